import { DAY_MS } from "@commonlane/contract/durations";
import { expect, test } from "vitest";
import { RideIndex } from "#modules/rides/search/index.ts";
import { type InTransaction, transaction } from "#platform/context.ts";
import { saveSearch } from "../../../test/fixtures/alerts.ts";
import { HIDINGS } from "../../../test/fixtures/response-times.ts";
import { hostRide, karlsruheToBonn, postRequest, TOMORROW } from "../../../test/fixtures/rides.ts";
import { createTestApp, type TestApp } from "../../../test/app/test-app.ts";
import { collectMatchTriggers, type MatchTriggers } from "./match-triggers.ts";
import { alertHosts } from "./request-alerts.ts";
import { alertSeekers, markSeenRides } from "./ride-alerts.ts";

const DAYS_LATER = 3;
const later = addDays(TOMORROW, DAYS_LATER);
const NO_TRIGGERS = collectMatchTriggers([]);

function addDays(time: string, days: number): string {
  return new Date(Date.parse(time) + days * DAY_MS).toISOString();
}

/** Numbers of rows that each statement of the alerts for one change reads. */
async function readsOf(
  app: TestApp,
  triggers: Partial<MatchTriggers>,
  alert: (ctx: InTransaction, triggers: MatchTriggers) => Promise<void>,
): Promise<number[]> {
  const reads: number[] = [];
  const db = app.ctx.db.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      reads.push(result.rows.length);
      return result;
    },
  });
  await transaction({ ...app.ctx, db }, (ctx) => alert(ctx, { ...NO_TRIGGERS, ...triggers }));
  return reads;
}

const changed = ({ id }: { readonly id: string }) => ({ changedRideIds: new Set([id]) });
const changedRequest = ({ id }: { readonly id: string }) => ({ changedRequestIds: new Set([id]) });
const posted = ({ id }: { readonly id: string }) => ({ postedRequestIds: new Set([id]) });

test.for(Object.entries(HIDINGS))(
  "[domain/privacy:alert-reads] alerts read as much with a ride hidden by %s as without",
  async ([, { createHost, hide }]) => {
    const app = await createTestApp();
    const viewer = await app.createUser({ gender: "male" });
    const { host, terms } = await createHost(app);
    const fitting = await hostRide(app, host, terms);
    const other = await hostRide(app, host, { ...terms, departsAt: later });
    await hide?.(app, { host, viewer, ids: [fitting.id, other.id] });
    await saveSearch(app, viewer);
    const request = await postRequest(app, viewer);
    const otherRequest = await postRequest(app, viewer, {
      departsAfter: addDays(karlsruheToBonn.departsAfter, 2 * DAYS_LATER),
      departsBefore: addDays(karlsruheToBonn.departsBefore, 2 * DAYS_LATER),
    });

    const without = await readsOf(app, changed(other), alertSeekers);
    expect(await readsOf(app, changed(fitting), alertSeekers)).toEqual(without);

    const index = new RideIndex(app.ctx);
    const alert = (ctx: InTransaction, triggers: MatchTriggers) => alertHosts(ctx, index, triggers);
    const markSeen = (ctx: InTransaction, triggers: MatchTriggers) =>
      markSeenRides(ctx, index, triggers);
    await readsOf(app, changedRequest(otherRequest), alert);
    expect(await readsOf(app, changedRequest(request), alert)).toEqual(
      await readsOf(app, changedRequest(otherRequest), alert),
    );
    expect(await readsOf(app, posted(request), markSeen)).toEqual(
      await readsOf(app, posted(otherRequest), markSeen),
    );
  },
);

test.for(Object.entries(HIDINGS))(
  "[domain/privacy:alert-reads] alerts of an own ride read as much with a request hidden by %s as without",
  async ([, { createHost, hide }]) => {
    const app = await createTestApp();
    const driver = await app.createUser({ gender: "male" });
    const { host: seeker, terms } = await createHost(app);
    const request = await postRequest(app, seeker, terms);
    await hide?.(app, { host: seeker, viewer: driver, ids: [request.id] });
    const along = await hostRide(app, driver);
    const other = await hostRide(app, driver, { departsAt: later });

    const without = await readsOf(app, changed(other), alertSeekers);
    expect(await readsOf(app, changed(along), alertSeekers)).toEqual(without);
  },
);

test("[domain/privacy:alert-reads] what is not hidden is read", async () => {
  const app = await createTestApp();
  const host = await app.createUser({ gender: "male" });
  const seeker = await app.createUser({ gender: "male" });
  const terms = { audience: "sameGender" };
  const fitting = await hostRide(app, host, terms);
  const other = await hostRide(app, host, { ...terms, departsAt: later });
  await saveSearch(app, seeker);
  await postRequest(app, seeker, terms);

  const without = await readsOf(app, changed(other), alertSeekers);
  expect(await readsOf(app, changed(fitting), alertSeekers)).not.toEqual(without);
});
