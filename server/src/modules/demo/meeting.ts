import { listOfHost } from "#modules/rides/index.ts";
import { incomingRequests, ownRequests } from "#modules/seat-requests/index.ts";
import type { Context } from "#platform/context.ts";
import type { Caller } from "#platform/http/route.ts";
import { cast } from "./cast.ts";
import { spoken } from "./clock.ts";
import { callerOf, DEMO_DOMAIN, emailOf } from "./people.ts";
import { stars } from "./stars.ts";

/** Somebody whom one can be, and what waits for them now. */
export interface Met {
  readonly name: string;
  /** As it stands in the address of the sign-in. */
  readonly key: string;
  readonly first: string;
  readonly story: string;
}

const PAGE = { limit: 100 };

/** The people of the page with what the database says of them at this moment. */
export async function meetStars(ctx: Context, accounts: ReadonlyMap<string, string>): Promise<Met[]> {
  const met: Met[] = [];
  for (const name of stars) {
    const who = cast.find(({ first, last }) => `${first} ${last}` === name);
    const email = who && emailOf(who);
    const uid = email && accounts.get(email);
    if (!who || !uid) continue;
    met.push({
      name,
      first: who.first,
      key: email.slice(0, -DEMO_DOMAIN.length),
      story: await storyOf(ctx, callerOf(uid)),
    });
  }
  return met;
}

async function storyOf(ctx: Context, caller: Caller): Promise<string> {
  const sentences = [await hosting(ctx, caller), await riding(ctx, caller)].flatMap((sentence) => sentence ?? []);
  return sentences.length > 0 ? sentences.join(" ") : "Has just joined: nothing hosted, nothing asked for yet.";
}

async function hosting(ctx: Context, caller: Caller): Promise<string | undefined> {
  const rides = (await listOfHost(ctx, caller, caller.uid, PAGE)).items.filter(({ status }) => status === "scheduled");
  const next = rides
    .filter(({ departsAt }) => new Date(departsAt) > ctx.now())
    .toSorted((a, b) => a.departsAt.localeCompare(b.departsAt))[0];
  if (!next) return undefined;
  const waiting = (await incomingRequests(ctx, caller, { ...PAGE, status: "pending" })).items.length;
  const requests = `${waiting} ${waiting === 1 ? "request is" : "requests are"} waiting`;
  const seats =
    next.seatsLeft === 0
      ? "the car is full"
      : `${next.seatsLeft} of ${next.seatsTotal} seats ${next.seatsLeft === 1 ? "is" : "are"} free`;
  return `Hosts ${wayOf(next)} ${whenOf(ctx, next)}; ${waiting > 0 ? requests : seats}.`;
}

async function riding(ctx: Context, caller: Caller): Promise<string | undefined> {
  const own = (await ownRequests(ctx, caller, PAGE)).items
    .filter(({ ride }) => new Date(ride.departsAt) > ctx.now())
    .toSorted((a, b) => a.pickupAt.localeCompare(b.pickupAt));
  const aboard = own.find(({ status }) => status === "accepted");
  const open = own.find(({ status }) => status === "pending");
  const part = (asked: (typeof own)[number]) =>
    `with ${asked.ride.host.displayName}, ${townOf(asked.pickup.label)} → ${townOf(asked.dropoff.label)} ${whenOf(ctx, asked.ride)}`;
  const told = [
    aboard && `Has a seat ${part(aboard)}.`,
    open && `Asked for seats ${part(open)}, and waits for the answer.`,
  ].flatMap((sentence) => sentence || []);
  return told.length > 0 ? told.join(" ") : undefined;
}

type Shown = Awaited<ReturnType<typeof listOfHost>>["items"][number];
const wayOf = ({ origin, destination }: Shown) => `${townOf(origin.label)} → ${townOf(destination.label)}`;
const whenOf = ({ now }: Context, { timeZone, departsAt }: Shown) => spoken(timeZone, now(), new Date(departsAt));
const townOf = (label: string) => label.split(",")[0] ?? label;
