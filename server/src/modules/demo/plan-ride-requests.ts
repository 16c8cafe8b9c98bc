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

/** Long enough that offers are still open the next day. */
const MAX_ANSWER_S = 3 * 86_400;

interface RideRequestPlan {
  readonly seeker: string;
  readonly route: readonly [Town, Town];
  readonly inDays: number;
  /** Local hours between which the pickup is requested. */
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

/** Ride requests with offers. The drivers who offer host no other ride on that day. */
const rideRequestPlans: readonly RideRequestPlan[] = [
  {
    seeker: "Giulia Conti",
    route: ["Freiburg im Breisgau", "Mainz"],
    inDays: 5,
    hours: [8, 14],
    seats: 1,
    note: "I'm bringing a cello. It needs about as much room as a person.",
    offers: [
      { driver: "Thomas Keller", hour: 8.5, euros: 12, message: "The cello can have the front seat." },
      { driver: "Katharina Vogt", hour: 10, euros: 10, message: "I drive carefully, and there's room to lay it flat." },
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

/** Adds ride requests with and without offers, and a saved search. */
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

/** Layla drives to work every weekday morning: a series. */
export function addSeries(ctx: Context, scenario: Scenario, users: readonly DemoUser[], towns: Towns): void {
  const layla = usersByName(users)("Layla Haddad");
  const ride = {
    origin: getTown(towns, "Basel"),
    destination: getTown(towns, "Zürich"),
    seatsTotal: 3,
    contribution: { amountMinor: 700, currency: "EUR" },
    vehicleId: layla.vehicleId,
    note: "My daily drive to work.",
  };
  scenario.schedule(new Date(ctx.now().getTime() - HOUR_MS), (ctx) =>
    hostSeries(ctx, layla.caller, HostedSeries.parse({ ride, time: "06:50", weekdays: [1, 2, 3, 4, 5] })),
  );
}
