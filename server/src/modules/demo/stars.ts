import { DAY_MS, MINUTE_MS } from "@commonlane/contract/durations";
import type { Context } from "#platform/context.ts";
import { instantOn } from "./clock.ts";
import type { Player } from "./people.ts";
import type { RidePlan } from "./rides-plan.ts";
import { placeOf } from "./rides-plan.ts";
import { type Towns, ZONE } from "./region.ts";
import { scenes } from "./scenes.ts";
import type { Story } from "./story.ts";
import type { Talk } from "./talks.ts";

/** Whom one can be with one click: their names, in the order in which the page shows them. */
export const stars = [
  "Amara Okafor",
  "Giulia Conti",
  "Layla Haddad",
  "Diego Hernández",
  "Inès Lefèvre",
  "Yuki Tanaka",
] as const;

/** A host remembers a little late to say that everybody has arrived. */
const SAID_AGO_MS = 90 * MINUTE_MS;

/** Adds the scenes to the story; gives back what those in them write to each other. */
export function addScenes(ctx: Context, story: Story, players: readonly Player[], towns: Towns): Talk[] {
  const now = ctx.now();
  const named = playersByName(players);
  const talks: Talk[] = [];
  for (const { host, way, inDays, minute, seats, euros, instant, note, asks, talk } of scenes) {
    const [origin, ...rest] = way.map((town) => placeOf(towns, town));
    const destination = rest.pop();
    if (!origin || !destination) throw new Error("A way needs two ends.");
    const said: RidePlan["said"] = {
      origin,
      destination,
      stops: rest,
      departsAt: instantOn(ZONE, now, inDays, minute).toISOString(),
      seatsTotal: seats,
      contribution: { amountMinor: euros * 100, currency: "EUR" },
      approval: instant ? "instant" : "manual",
      ...(note && { note }),
    };
    const ride = story.hosts(named(host), said, new Date(now.getTime() - 3 * DAY_MS));
    if (inDays < 0) story.arrives(ride, new Date(now.getTime() - SAID_AGO_MS));
    for (const { who, from, to, seats, agoMinutes, destiny, message } of asks) {
      story.asks(ride, {
        seeker: named(who),
        at: new Date(now.getTime() - agoMinutes * MINUTE_MS),
        destiny,
        decidedAfterMs: 20 * MINUTE_MS,
        reason: null,
        ask: { seats, message, pickup: placeOf(towns, from), dropoff: placeOf(towns, to) },
      });
    }
    if (talk) {
      const lines = talk.lines.map(([by, agoMinutes, text]) => ({ by: named(by), agoMinutes, text }));
      talks.push({ ride, lines, alone: talk.alone === undefined ? undefined : named(talk.alone) });
    }
  }
  return talks;
}

export function playersByName(players: readonly Player[]): (name: string) => Player {
  const byName = new Map(players.map((player) => [`${player.who.first} ${player.who.last}`, player]));
  return (name) => {
    const player = byName.get(name);
    if (!player) throw new Error(`${name} is not in the cast.`);
    return player;
  };
}
