import { DAY_MS, HOUR_MS, MINUTE_MS } from "@commonlane/contract/durations";
import { OfferInput } from "@commonlane/contract/offers";
import { RideChange, type HostedRide } from "@commonlane/contract/hosted-rides";
import { RideRequestInput } from "@commonlane/contract/ride-requests";
import { SearchToSave } from "@commonlane/contract/saved-searches";
import { StandbyInput } from "@commonlane/contract/standby";
import type { Place } from "@commonlane/contract/shapes";
import type { z } from "zod";
import { postRideRequest } from "#modules/ride-requests/index.ts";
import { makeOffer } from "#modules/ride-requests/offers/index.ts";
import { cancelRide, changeRide } from "#modules/rides/index.ts";
import { saveSearch } from "#modules/saved-searches/index.ts";
import { joinStandby } from "#modules/seat-requests/standby/index.ts";
import { seatRequestRideHooks } from "#modules/seat-requests/index.ts";
import { TIME_ZONE } from "./demo-places.ts";
import type { DemoPlan } from "./demo-plan.ts";
import { localInstant } from "./local-time.ts";
import { CURRENCY } from "./ride-terms.ts";
import { SEEKER } from "./people.ts";
import type { Scenario, ScenarioRide } from "./scenario.ts";
import type { SeededConversation } from "./seed-conversations.ts";
import { STATION, stories, type Story } from "./stories.ts";
import { usersByName } from "./demo-accounts.ts";

/** Long enough that offers are still open the next day. */
const MAX_ANSWER_S = 3 * 86_400;
/** The host marks yesterday's ride as arrived a little late. */
const COMPLETED_AGO_MS = 90 * MINUTE_MS;
const HOSTED_AGO_MS = 3 * DAY_MS;
/** When hosts cancelled or changed a ride. */
const THEN_AGO_MS = HOUR_MS;
const francs = (amount: number) => ({
  amountMinor: amount * 100,
  currency: CURRENCY,
});

/** Days on which people of the stories make no other trips, by name. */
export function listStoryDays(now: Date): {
  name: string;
  at: Date;
}[] {
  const noon = (days: number) => localInstant(TIME_ZONE, now, days, 720);
  return [
    ...stories.flatMap(({ host, requests, standby = [], inDays }) =>
      [host, ...requests.map(({ seeker }) => seeker), ...standby].map((name) => ({
        name,
        at: noon(inDays),
      })),
    ),
    ...rideRequestStories.flatMap(({ seeker, offers, inDays }) =>
      [seeker, ...offers.map(({ driver }) => driver)].map((name) => ({
        name,
        at: noon(inDays),
      })),
    ),
  ];
}

/** Adds the stories to a scenario. Returns their conversations. */
export function playStories(plan: DemoPlan, scenario: Scenario): SeededConversation[] {
  const { now, travellers } = plan;
  const userByName = usersByName(travellers);
  return stories.flatMap((story) => {
    const ride = scenario.addRide(
      userByName(story.host),
      toRideInput(plan, story),
      ago(now, HOSTED_AGO_MS),
    );
    if (story.inDays < 0) scenario.addCompletion(ride, ago(now, COMPLETED_AGO_MS));
    playRequests(plan, scenario, story, ride);
    if (story.afterwards) playAfterwards(plan, scenario, story, ride);
    if (!story.conversation) return [];
    const { messages, privateWith } = story.conversation;
    return {
      ride,
      messages: messages.map(([sender, agoMinutes, text]) => ({
        sender: userByName(sender),
        agoMinutes,
        text,
      })),
      privateWith: privateWith === undefined ? undefined : userByName(privateWith),
    };
  });
}

function toRideInput(plan: DemoPlan, story: Story): z.input<typeof HostedRide> {
  const { route, inDays, minute, seats, instant, note } = story;
  const [origin, ...rest] = route.map((name) => placeOf(plan, name));
  const destination = rest.pop();
  if (!origin || !destination) throw new Error("A route needs an origin and a destination.");
  return {
    origin,
    destination,
    stops: rest,
    departsAt: localInstant(TIME_ZONE, plan.now, inDays, minute).toISOString(),
    seatsTotal: seats,
    contribution: francs(story.francs),
    approval: instant ? "instant" : "manual",
    ...(note && { note }),
  };
}

function playRequests(plan: DemoPlan, scenario: Scenario, story: Story, ride: ScenarioRide): void {
  const userByName = usersByName(plan.travellers);
  for (const { seeker, from, to, seats, agoMinutes, outcome, message } of story.requests)
    scenario.addSeatRequest(ride, {
      seeker: userByName(seeker),
      at: ago(plan.now, agoMinutes * MINUTE_MS),
      outcome,
      decidedAfterMs: 20 * MINUTE_MS,
      reason: null,
      terms: {
        seats,
        message,
        pickup: placeOf(plan, from),
        dropoff: placeOf(plan, to),
      },
    });
  for (const [n, name] of (story.standby ?? []).entries())
    scenario.onRide(ride, ago(plan.now, (5 - n) * HOUR_MS), (ctx, id) =>
      joinStandby(ctx, userByName(name).caller, id, StandbyInput.parse({})),
    );
}

function playAfterwards(
  { now }: DemoPlan,
  scenario: Scenario,
  { afterwards, inDays, minute }: Story,
  ride: ScenarioRide,
): void {
  if (!afterwards) return;
  const { caller } = ride.host;
  scenario.onRide(ride, ago(now, THEN_AGO_MS), (ctx, id) => {
    if ("cancelledBecause" in afterwards)
      return cancelRide(
        ctx,
        caller,
        { id, reason: afterwards.cancelledBecause },
        seatRequestRideHooks,
      );
    const departsAt = localInstant(
      TIME_ZONE,
      now,
      inDays,
      minute + afterwards.leavesLaterByMinutes,
    ).toISOString();
    return changeRide(ctx, caller, id, RideChange.parse({ departsAt }), seatRequestRideHooks);
  });
}

/** Adds ride requests with and without offers, and a saved search. */
export function playRideRequests(plan: DemoPlan, scenario: Scenario): void {
  const userByName = usersByName(plan.travellers);
  const endsOf = ([from, to]: readonly [string, string]) => ({
    origin: placeOf(plan, from),
    destination: placeOf(plan, to),
  });
  for (const { seeker, route, inDays, hours, note, offers } of rideRequestStories) {
    const at = (hour: number) => localInstant(TIME_ZONE, plan.now, inDays, hour * 60).toISOString();
    const [departsAfter, departsBefore] = hours.map(at);
    let requestId = "";
    scenario.schedule(ago(plan.now, 5 * HOUR_MS), async (ctx) => {
      const input = RideRequestInput.parse({
        ...endsOf(route),
        departsAfter,
        departsBefore,
        seats: 1,
        note,
      });
      requestId = (await postRideRequest(ctx, userByName(seeker).caller, input)).id;
    });
    for (const offer of offers) {
      const { caller, vehicleId } = userByName(offer.driver);
      const input = {
        departsAt: at(offer.hour),
        seats: 2,
        contribution: francs(offer.francs),
        message: offer.message,
        expiresInS: MAX_ANSWER_S,
      };
      scenario.schedule(ago(plan.now, 2 * HOUR_MS), (ctx) =>
        makeOffer(
          ctx,
          caller,
          requestId,
          OfferInput.parse({
            ...input,
            vehicleId,
          }),
        ),
      );
    }
  }
  const search = SearchToSave.parse(endsOf(["Schaan Bahnhof", "Zürich"]));
  scenario.schedule(ago(plan.now, 30 * HOUR_MS), (ctx) =>
    saveSearch(ctx, userByName(SEEKER).caller, search),
  );
}

const ago = (now: Date, ms: number): Date => new Date(now.getTime() - ms);
const placeOf = ({ places, chance }: DemoPlan, name: string): Place => places.get(name, chance);

interface RideRequestStory {
  readonly seeker: string;
  readonly route: readonly [string, string];
  readonly inDays: number;
  /** Local hours between which the pickup is requested. */
  readonly hours: readonly [number, number];
  readonly note: string;
  readonly offers: readonly {
    readonly driver: string;
    readonly hour: number;
    readonly francs: number;
    readonly message: string;
  }[];
}

/** Ride requests. The drivers who offer take no other trip on that day. */
const rideRequestStories: readonly RideRequestStory[] = [
  {
    seeker: SEEKER,
    route: [STATION, "Zürich"],
    inDays: 4,
    hours: [8, 13],
    note: "To my sister, with a birthday cake. It needs a flat place.",
    offers: [
      {
        driver: "Katharina Vogt",
        hour: 8.5,
        francs: 12,
        message: "The cake can have a seat of its own, I have six.",
      },
      {
        driver: "Håkon Berg",
        hour: 10,
        francs: 10,
        message: "I'm picking up my brother at the airport. Smooth driver!",
      },
    ],
  },
  {
    seeker: "Liam O'Connor",
    route: ["Vaduz Post", "Feldkirch"],
    inDays: 1,
    hours: [4, 6],
    note: "One fiddle, one folding bike. I know it's early.",
    offers: [],
  },
  {
    seeker: "Johanna Laternser",
    route: ["Vaduz Post", "Feldkirch"],
    inDays: 3,
    hours: [9, 12],
    note: "For the train to Wien. One large suitcase.",
    offers: [
      {
        driver: "Ingrid Negele",
        hour: 10,
        francs: 3,
        message: "A small car, but the suitcase will fit.",
      },
    ],
  },
];
