import { listRidesOfHost } from "#modules/rides/index.ts";
import { listIncomingRequests, listOwnRequests } from "#modules/seat-requests/index.ts";
import type { Context } from "#platform/context.ts";
import type { Caller } from "#platform/http/endpoints/endpoint-router.ts";
import { personas } from "./personas.ts";
import { formatRelativeDay } from "./local-time.ts";
import { callerFor, DEMO_DOMAIN, emailOf } from "./demo-accounts.ts";
import { featuredPersonas } from "./featured-personas.ts";

/** A user on the demo page with a summary of their rides. */
export interface FeaturedPersona {
  readonly name: string;
  /** Part of the sign-in URL. */
  readonly key: string;
  readonly first: string;
  readonly summary: string;
}

const PAGE = { limit: 100 };

/** The users of the demo page with current data from the database. */
export async function loadDemoPersonas(
  ctx: Context,
  accounts: ReadonlyMap<string, string>,
): Promise<FeaturedPersona[]> {
  const featured: FeaturedPersona[] = [];
  for (const name of featuredPersonas) {
    const persona = personas.find(({ first, last }) => `${first} ${last}` === name);
    const email = persona && emailOf(persona);
    const uid = email && accounts.get(email);
    if (!persona || !uid) continue;
    featured.push({
      name,
      first: persona.first,
      key: email.slice(0, -DEMO_DOMAIN.length),
      summary: await summarize(ctx, callerFor(uid)),
    });
  }
  return featured;
}

async function summarize(ctx: Context, caller: Caller): Promise<string> {
  const sentences = [await hostingSummary(ctx, caller), await ridingSummary(ctx, caller)].flatMap(
    (sentence) => sentence ?? [],
  );
  return sentences.length > 0 ? sentences.join(" ") : "Just joined: no rides or requests yet.";
}

async function hostingSummary(ctx: Context, caller: Caller): Promise<string | undefined> {
  const rides = (await listRidesOfHost(ctx, caller, caller.uid, PAGE)).items.filter(
    ({ status }) => status === "scheduled",
  );
  const next = rides
    .filter(({ departsAt }) => new Date(departsAt) > ctx.now())
    .toSorted((a, b) => a.departsAt.localeCompare(b.departsAt))[0];
  if (!next) return undefined;
  const pendingCount = (await listIncomingRequests(ctx, caller, { ...PAGE, status: "pending" })).items.length;
  const requests = `${pendingCount} ${pendingCount === 1 ? "request needs" : "requests need"} an answer`;
  const seats =
    next.seatsLeft === 0
      ? "the car is full"
      : `${next.seatsLeft} of ${next.seatsTotal} seats ${next.seatsLeft === 1 ? "is" : "are"} free`;
  return `Hosts ${routeText(next)} ${timeText(ctx, next)}; ${pendingCount > 0 ? requests : seats}.`;
}

async function ridingSummary(ctx: Context, caller: Caller): Promise<string | undefined> {
  const upcoming = (await listOwnRequests(ctx, caller, PAGE)).items
    .filter(({ ride }) => new Date(ride.departsAt) > ctx.now())
    .toSorted((a, b) => a.pickupAt.localeCompare(b.pickupAt));
  const accepted = upcoming.find(({ status }) => status === "accepted");
  const pending = upcoming.find(({ status }) => status === "pending");
  const describeRequest = (seatRequest: (typeof upcoming)[number]) =>
    `with ${seatRequest.ride.host.displayName}, ${townName(seatRequest.pickup.label)} → ${townName(seatRequest.dropoff.label)} ${timeText(ctx, seatRequest.ride)}`;
  const sentences = [
    accepted && `Has a seat ${describeRequest(accepted)}.`,
    pending && `Requested seats ${describeRequest(pending)}, not answered yet.`,
  ].flatMap((sentence) => sentence || []);
  return sentences.length > 0 ? sentences.join(" ") : undefined;
}

type RideView = Awaited<ReturnType<typeof listRidesOfHost>>["items"][number];
const routeText = ({ origin, destination }: RideView) => `${townName(origin.label)} → ${townName(destination.label)}`;
const timeText = ({ now }: Context, { timeZone, departsAt }: RideView) =>
  formatRelativeDay(timeZone, now(), new Date(departsAt));
const townName = (label: string) => label.split(",")[0] ?? label;
