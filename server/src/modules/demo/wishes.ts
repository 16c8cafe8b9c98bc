import { HOUR_MS } from "@commonlane/contract/durations";
import { OfferMade } from "@commonlane/contract/offers";
import { PostedRequest } from "@commonlane/contract/ride-requests";
import { HostedSeries } from "@commonlane/contract/ride-series";
import { SearchToSave } from "@commonlane/contract/saved-searches";
import { makeOffer, postRideRequest } from "#modules/ride-requests/index.ts";
import { hostSeries } from "#modules/ride-series/index.ts";
import { saveSearch } from "#modules/saved-searches/index.ts";
import type { Context } from "#platform/context.ts";
import { instantOn } from "./clock.ts";
import type { Player } from "./people.ts";
import { type Town, type Towns, ZONE } from "./region.ts";
import { placeOf } from "./rides-plan.ts";
import { playersByName } from "./stars.ts";
import type { Story } from "./story.ts";

/** Long enough to be looked at the next day. */
const PATIENT_S = 3 * 86_400;

interface Wish {
  readonly who: string;
  readonly way: readonly [Town, Town];
  readonly inDays: number;
  /** Hours of the clock between which the pickup is wished for. */
  readonly hours: readonly [number, number];
  readonly seats: number;
  readonly note: string;
  readonly offers: readonly {
    readonly by: string;
    readonly hour: number;
    readonly euros: number;
    readonly message: string;
  }[];
}

/** Who waits for a driver; those who offer host nothing else on that day. */
const wishes: readonly Wish[] = [
  {
    who: "Giulia Conti",
    way: ["Freiburg im Breisgau", "Mainz"],
    inDays: 5,
    hours: [8, 14],
    seats: 1,
    note: "With a cello, which is good company and needs a seat's worth of boot.",
    offers: [
      { by: "Thomas Keller", hour: 8.5, euros: 12, message: "The cello may sit in front." },
      { by: "Katharina Vogt", hour: 10, euros: 10, message: "I go slowly, and there is room for it lying down." },
    ],
  },
  {
    who: "Liam O'Connor",
    way: ["Karlsruhe", "Bonn"],
    inDays: 1,
    hours: [7, 12],
    seats: 1,
    note: "One fiddle, one folding bike.",
    offers: [],
  },
];

/** Adds what people look for to the story, with and without an answer, and what one of them wants to hear of. */
export function addWishes(ctx: Context, story: Story, players: readonly Player[], towns: Towns): void {
  const now = ctx.now();
  const named = playersByName(players);
  const ends = ([from, to]: readonly [Town, Town]) => ({
    origin: placeOf(towns, from),
    destination: placeOf(towns, to),
  });
  const ago = (hours: number) => new Date(now.getTime() - hours * HOUR_MS);
  for (const { who, way, inDays, hours, seats, note, offers } of wishes) {
    const at = (hour: number) => instantOn(ZONE, now, inDays, hour * 60).toISOString();
    const [departsAfter, departsBefore] = hours.map(at);
    let requestId = "";
    story.happens(ago(5), async (ctx) => {
      const said = PostedRequest.parse({ ...ends(way), departsAfter, departsBefore, seats, note });
      requestId = (await postRideRequest(ctx, named(who).caller, said)).id;
    });
    for (const { by, hour, euros, message } of offers) {
      const driver = named(by);
      const contribution = { amountMinor: euros * 100, currency: "EUR" };
      const said = { departsAt: at(hour), seats: 2, contribution, message, expiresInS: PATIENT_S };
      story.happens(ago(2), (ctx) =>
        makeOffer(ctx, driver.caller, requestId, OfferMade.parse({ ...said, vehicleId: driver.vehicleId })),
      );
    }
  }
  story.happens(ago(30), (ctx) =>
    saveSearch(ctx, named("Diego Hernández").caller, SearchToSave.parse({ ...ends(["Karlsruhe", "Basel"]) })),
  );
}

/** Layla drives to work every weekday morning, which is said once. */
export function addSeries(ctx: Context, story: Story, players: readonly Player[], towns: Towns): void {
  const layla = playersByName(players)("Layla Haddad");
  const ride = {
    origin: placeOf(towns, "Basel"),
    destination: placeOf(towns, "Zürich"),
    seatsTotal: 3,
    contribution: { amountMinor: 700, currency: "EUR" },
    vehicleId: layla.vehicleId,
    note: "To work, as every morning.",
  };
  story.happens(new Date(ctx.now().getTime() - HOUR_MS), (ctx) =>
    hostSeries(ctx, layla.caller, HostedSeries.parse({ ride, time: "06:50", weekdays: [1, 2, 3, 4, 5] })),
  );
}
