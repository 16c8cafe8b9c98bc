import { HOUR_MS } from "@commonlane/contract/durations";
import { OfferInput } from "@commonlane/contract/offers";
import { RideRequestInput } from "@commonlane/contract/ride-requests";
import { HostedSeries } from "@commonlane/contract/ride-series";
import { SearchToSave } from "@commonlane/contract/saved-searches";
import { makeOffer, postRideRequest } from "#modules/ride-requests/index.ts";
import { hostSeries } from "#modules/ride-series/index.ts";
import { saveSearch } from "#modules/saved-searches/index.ts";
import type { Context } from "#platform/context.ts";
import { localInstant } from "./local-time.ts";
import type { DemoUser } from "./demo-accounts.ts";
import { type Town, type Towns, TIME_ZONE } from "./towns.ts";
import { getTown } from "./plan-rides.ts";
import { usersByName } from "./featured-personas.ts";
import type { Scenario } from "./scenario.ts";

/** Long enough to be looked at the next day. */
const MAX_ANSWER_S = 3 * 86_400;

interface RideRequestPlan {
  readonly seeker: string;
  readonly route: readonly [Town, Town];
  readonly inDays: number;
  /** Hours of the clock between which the pickup is wished for. */
  readonly hours: readonly [number, number];
  readonly seats: number;
  readonly note: string;
  readonly offers: readonly {
    readonly driver: string;
    readonly hour: number;
    readonly euros: number;
    readonly message: string;
  }[];
}

/** Who waits for a driver; those who offer host nothing else on that day. */
const rideRequestPlans: readonly RideRequestPlan[] = [
  {
    seeker: "Giulia Conti",
    route: ["Freiburg im Breisgau", "Mainz"],
    inDays: 5,
    hours: [8, 14],
    seats: 1,
    note: "With a cello, which is good company and needs a seat's worth of boot.",
    offers: [
      { driver: "Thomas Keller", hour: 8.5, euros: 12, message: "The cello may sit in front." },
      { driver: "Katharina Vogt", hour: 10, euros: 10, message: "I go slowly, and there is room for it lying down." },
    ],
  },
  {
    seeker: "Liam O'Connor",
    route: ["Karlsruhe", "Bonn"],
    inDays: 1,
    hours: [7, 12],
    seats: 1,
    note: "One fiddle, one folding bike.",
    offers: [],
  },
];

/** Adds what people look for to the story, with and without an answer, and what one of them wants to hear of. */
export function addRideRequests(ctx: Context, scenario: Scenario, users: readonly DemoUser[], towns: Towns): void {
  const now = ctx.now();
  const userByName = usersByName(users);
  const endpoints = ([from, to]: readonly [Town, Town]) => ({
    origin: getTown(towns, from),
    destination: getTown(towns, to),
  });
  const ago = (hours: number) => new Date(now.getTime() - hours * HOUR_MS);
  for (const { seeker, route, inDays, hours, seats, note, offers } of rideRequestPlans) {
    const at = (hour: number) => localInstant(TIME_ZONE, now, inDays, hour * 60).toISOString();
    const [departsAfter, departsBefore] = hours.map(at);
    let requestId = "";
    scenario.schedule(ago(5), async (ctx) => {
      const input = RideRequestInput.parse({ ...endpoints(route), departsAfter, departsBefore, seats, note });
      requestId = (await postRideRequest(ctx, userByName(seeker).caller, input)).id;
    });
    for (const { driver: by, hour, euros, message } of offers) {
      const driver = userByName(by);
      const contribution = { amountMinor: euros * 100, currency: "EUR" };
      const input = { departsAt: at(hour), seats: 2, contribution, message, expiresInS: MAX_ANSWER_S };
      scenario.schedule(ago(2), (ctx) =>
        makeOffer(ctx, driver.caller, requestId, OfferInput.parse({ ...input, vehicleId: driver.vehicleId })),
      );
    }
  }
  scenario.schedule(ago(30), (ctx) =>
    saveSearch(ctx, userByName("Diego Hernández").caller, SearchToSave.parse({ ...endpoints(["Karlsruhe", "Basel"]) })),
  );
}

/** Layla drives to work every weekday morning, which is said once. */
export function addSeries(ctx: Context, scenario: Scenario, users: readonly DemoUser[], towns: Towns): void {
  const layla = usersByName(users)("Layla Haddad");
  const ride = {
    origin: getTown(towns, "Basel"),
    destination: getTown(towns, "Zürich"),
    seatsTotal: 3,
    contribution: { amountMinor: 700, currency: "EUR" },
    vehicleId: layla.vehicleId,
    note: "To work, as every morning.",
  };
  scenario.schedule(new Date(ctx.now().getTime() - HOUR_MS), (ctx) =>
    hostSeries(ctx, layla.caller, HostedSeries.parse({ ride, time: "06:50", weekdays: [1, 2, 3, 4, 5] })),
  );
}
