import { DAY_MS } from "@commonlane/contract/durations";
import { expect, test } from "vitest";
import { RideIndex } from "#modules/rides/search/index.ts";
import { type InTransaction, transaction } from "#platform/context.ts";
import { saveSearch, waitForAlerts } from "../../../test/fixtures/alerts.ts";
import { expectNoDifference, HIDINGS } from "../../../test/fixtures/response-times.ts";
import { hostRide, karlsruheToBonn, postRequest, TOMORROW } from "../../../test/fixtures/rides.ts";
import { createTestApp, type TestApp } from "../../../test/app/test-app.ts";
import { collectMatchTriggers, type MatchTriggers } from "./match-triggers.ts";
import { alertHosts } from "./request-alerts.ts";
import { alertSeekers, markSeenRides } from "./ride-alerts.ts";

const LONG = { timeout: 240_000, retry: 0 };
const DAYS_LATER = 3;

const later = addDays(TOMORROW, DAYS_LATER);
const ON_ANOTHER_DAY = {
  departsAfter: addDays(karlsruheToBonn.departsAfter, DAYS_LATER),
  departsBefore: addDays(karlsruheToBonn.departsBefore, DAYS_LATER),
};
const NO_TRIGGERS = collectMatchTriggers([]);

function addDays(time: string, days: number): string {
  return new Date(Date.parse(time) + days * DAY_MS).toISOString();
}

const inTransaction = (app: TestApp, work: (ctx: InTransaction) => Promise<void>) =>
  transaction(app.ctx, work);

const alertOf = (app: TestApp, triggers: Partial<MatchTriggers>) =>
  inTransaction(app, (ctx) => alertSeekers(ctx, { ...NO_TRIGGERS, ...triggers }));

async function findAlerts({ db }: TestApp) {
  const notifications = await db.selectFrom("notification").select("kind").execute();
  return notifications.filter(({ kind }) => kind.endsWith(".alerted"));
}

test.for(Object.entries(HIDINGS))(
  "[domain/privacy:alert-times] alerts take as long with a ride hidden by %s that fits a search or request as with one that fits none",
  LONG,
  async ([, { createHost, hide }]) => {
    const app = await createTestApp();
    const viewer = await app.createUser({ gender: "male" });
    const { host, terms } = await createHost(app);
    const fitting = await hostRide(app, host, terms);
    const other = await hostRide(app, host, { ...terms, departsAt: later });
    await hide?.(app, { host, viewer, ids: [fitting.id, other.id] });
    const rideOf = (isHidden: boolean) => (isHidden ? fitting : other);

    const search = await saveSearch(app, viewer);
    await expectNoDifference((isHidden) =>
      alertOf(app, { changedRideIds: new Set([rideOf(isHidden).id]) }),
    );

    await app.call("DELETE", `/saved-searches/${search.id}`, { as: viewer });
    await postRequest(app, viewer);
    await expectNoDifference((isHidden) =>
      alertOf(app, { changedRideIds: new Set([rideOf(isHidden).id]) }),
    );

    await waitForAlerts(app.ctx);
    expect(await findAlerts(app)).toEqual([]);
  },
);

test.for(Object.entries(HIDINGS))(
  "[domain/privacy:alert-times] alerts of an own search or request take as long with a ride hidden by %s as without",
  LONG,
  async ([, { createHost, hide }]) => {
    const app = await createTestApp();
    const viewer = await app.createUser({ gender: "male" });
    const { host, terms } = await createHost(app);
    const ride = await hostRide(app, host, terms);
    await hide?.(app, { host, viewer, ids: [ride.id] });
    const index = new RideIndex(app.ctx);
    const requests = {
      fitting: await postRequest(app, viewer),
      other: await postRequest(app, viewer, ON_ANOTHER_DAY),
    };
    const requestOf = (isHidden: boolean) => (isHidden ? requests.fitting : requests.other);

    await expectNoDifference((isHidden) => {
      const changedRequestIds = new Set([requestOf(isHidden).id]);
      return inTransaction(app, (ctx) =>
        alertHosts(ctx, index, { ...NO_TRIGGERS, changedRequestIds }),
      );
    });
    await expectNoDifference((isHidden) => {
      const postedRequestIds = new Set([requestOf(isHidden).id]);
      return inTransaction(app, (ctx) =>
        markSeenRides(ctx, index, { ...NO_TRIGGERS, postedRequestIds }),
      );
    });
    expect(await findAlerts(app)).toEqual([]);
  },
);

test.for(Object.entries(HIDINGS))(
  "[domain/privacy:alert-times] alerts of an own ride take as long with a request hidden by %s as without",
  LONG,
  async ([, { createHost, hide }]) => {
    const app = await createTestApp();
    const driver = await app.createUser({ gender: "male" });
    const { host: seeker, terms } = await createHost(app);
    const request = await postRequest(app, seeker, terms);
    await hide?.(app, { host: seeker, viewer: driver, ids: [request.id] });
    const along = await hostRide(app, driver);
    const other = await hostRide(app, driver, { departsAt: later });

    await expectNoDifference((isHidden) =>
      alertOf(app, { changedRideIds: new Set([isHidden ? along.id : other.id]) }),
    );
    expect(await findAlerts(app)).toEqual([]);
  },
);
