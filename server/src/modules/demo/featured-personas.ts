import { DAY_MS, MINUTE_MS } from "@commonlane/contract/durations";
import type { Context } from "#platform/context.ts";
import { localInstant } from "./local-time.ts";
import type { DemoUser } from "./demo-accounts.ts";
import type { RidePlan } from "./plan-rides.ts";
import { getTown } from "./plan-rides.ts";
import { type Towns, TIME_ZONE } from "./towns.ts";
import { scriptedRides } from "./scripted-rides.ts";
import type { Scenario } from "./scenario.ts";
import type { SeededConversation } from "./seed-conversations.ts";

/** Names of the users on the demo page, in order. */
export const featuredPersonas = [
  "Amara Okafor",
  "Giulia Conti",
  "Layla Haddad",
  "Diego Hernández",
  "Inès Lefèvre",
  "Yuki Tanaka",
] as const;

/** The host marks the ride as arrived a little late. */
const COMPLETED_AGO_MS = 90 * MINUTE_MS;

/** Adds scripted rides to the scenario. Returns their conversations. */
export function addScriptedRides(
  ctx: Context,
  scenario: Scenario,
  users: readonly DemoUser[],
  towns: Towns,
): SeededConversation[] {
  const now = ctx.now();
  const userByName = usersByName(users);
  const conversations: SeededConversation[] = [];
  for (const {
    host,
    route,
    inDays,
    minute,
    seats,
    euros,
    instant,
    note,
    seatRequests,
    conversation,
  } of scriptedRides) {
    const [origin, ...rest] = route.map((town) => getTown(towns, town));
    const destination = rest.pop();
    if (!origin || !destination) throw new Error("A route needs an origin and a destination.");
    const rideInput: RidePlan["rideInput"] = {
      origin,
      destination,
      stops: rest,
      departsAt: localInstant(TIME_ZONE, now, inDays, minute).toISOString(),
      seatsTotal: seats,
      contribution: { amountMinor: euros * 100, currency: "EUR" },
      approval: instant ? "instant" : "manual",
      ...(note && { note }),
    };
    const ride = scenario.addRide(userByName(host), rideInput, new Date(now.getTime() - 3 * DAY_MS));
    if (inDays < 0) scenario.addCompletion(ride, new Date(now.getTime() - COMPLETED_AGO_MS));
    for (const { seeker, from, to, seats, agoMinutes, outcome, message } of seatRequests) {
      scenario.addSeatRequest(ride, {
        seeker: userByName(seeker),
        at: new Date(now.getTime() - agoMinutes * MINUTE_MS),
        outcome,
        decidedAfterMs: 20 * MINUTE_MS,
        reason: null,
        terms: { seats, message, pickup: getTown(towns, from), dropoff: getTown(towns, to) },
      });
    }
    if (conversation) {
      const messages = conversation.messages.map(([sender, agoMinutes, text]) => ({
        sender: userByName(sender),
        agoMinutes,
        text,
      }));
      conversations.push({
        ride,
        messages,
        privateWith: conversation.privateWith === undefined ? undefined : userByName(conversation.privateWith),
      });
    }
  }
  return conversations;
}

export function usersByName(users: readonly DemoUser[]): (name: string) => DemoUser {
  const byName = new Map(users.map((user) => [`${user.persona.first} ${user.persona.last}`, user]));
  return (name) => {
    const user = byName.get(name);
    if (!user) throw new Error(`${name} is not a demo user.`);
    return user;
  };
}
