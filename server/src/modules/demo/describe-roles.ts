import { getOwnProfile } from "#modules/profiles/index.ts";
import { findReportsPage } from "#modules/reports/index.ts";
import { listOwnRideRequests } from "#modules/ride-requests/index.ts";
import { listRidesOfHost } from "#modules/rides/lists/index.ts";
import { listIncomingRequests, listOwnRequests } from "#modules/seat-requests/index.ts";
import type { Context } from "#platform/context.ts";
import type { Caller } from "#platform/http/endpoints/endpoint-router.ts";
import { callerFor, DEMO_DOMAIN, emailOf } from "./demo-accounts.ts";
import { findAccountsByEmailSuffix } from "./demo.store.ts";
import { formatRelativeDay } from "./local-time.ts";
import { MODERATOR, ROLES } from "./people.ts";

/** Someone on the demo page, with what there is to do for them. */
export interface DescribedRole {
  readonly name: string;
  readonly role: string;
  /** Part of the sign-in URL. */
  readonly key: string;
  readonly photo: string | null;
  readonly summary: string;
}

const PAGE = { limit: 100 };

/** The people of the demo page with current data from the database. */
export async function describeRoles(ctx: Context): Promise<DescribedRole[]> {
  const accounts = await findAccountsByEmailSuffix(ctx, DEMO_DOMAIN);
  const described: DescribedRole[] = [];
  for (const { name, role } of ROLES) {
    const email = emailOf(name);
    const uid = accounts.get(email);
    if (uid === undefined) continue;
    const summary =
      name === MODERATOR ? await reportSummary(ctx, uid) : await summarize(ctx, callerFor(uid));
    const { photo } = await getOwnProfile(ctx, uid);
    described.push({
      name,
      role,
      key: email.slice(0, -DEMO_DOMAIN.length),
      photo,
      summary,
    });
  }
  return described;
}

async function reportSummary(ctx: Context, viewerUid: string): Promise<string> {
  const { length } = await findReportsPage(ctx, {
    ...PAGE,
    state: "open",
    after: undefined,
    viewerUid,
  });
  return `Handles reports: ${length} open.`;
}

const countOf = (count: number, one: string, many: string) =>
  `${count} ${count === 1 ? one : many}`;

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
  const pendingCount = (
    await listIncomingRequests(ctx, caller, {
      ...PAGE,
      status: "pending",
    })
  ).items.length;
  const seats =
    next.seatsLeft === 0
      ? "the car is full"
      : `${countOf(next.seatsLeft, "seat is", "seats are")} still free`;
  const state =
    pendingCount > 0
      ? countOf(pendingCount, "request needs an answer", "requests need an answer")
      : seats;
  return `Hosts ${routeText(next)} ${relativeDay(ctx, next.timeZone, next.departsAt)}; ${state}.`;
}

async function ridingSummary(ctx: Context, caller: Caller): Promise<string | undefined> {
  const upcoming = (await listOwnRequests(ctx, caller, PAGE)).items
    .filter(({ ride }) => new Date(ride.departsAt) > ctx.now())
    .toSorted((a, b) => a.pickupAt.localeCompare(b.pickupAt));
  const accepted = upcoming.find(({ status }) => status === "accepted");
  const requests = (await listOwnRideRequests(ctx, caller, PAGE)).items.filter(
    ({ status }) => status === "open",
  );
  const offered = requests.find(({ offersWaiting }) => (offersWaiting ?? 0) > 0);
  const sentences = [
    accepted &&
      `Has a seat with ${accepted.ride.host.displayName}, ${townName(accepted.pickup.label)} → ${townName(accepted.dropoff.label)} ${relativeDay(ctx, accepted.ride.timeZone, accepted.pickupAt)}.`,
    offered &&
      `Has ${countOf(offered.offersWaiting ?? 0, "offer", "offers")} for a request ${routeText(offered)}, ${relativeDay(ctx, offered.timeZone, offered.departsAfter).replace(/ at .*/, "")}.`,
  ].flatMap((sentence) => sentence || []);
  return sentences.length > 0 ? sentences.join(" ") : undefined;
}

interface Ends {
  readonly origin: { readonly label: string };
  readonly destination: { readonly label: string };
}
const routeText = ({ origin, destination }: Ends) =>
  `${townName(origin.label)} → ${townName(destination.label)}`;
const relativeDay = ({ now }: Context, timeZone: string, at: string): string =>
  formatRelativeDay(timeZone, now(), new Date(at));
const townName = (label: string) => label.split(/[,،]/u)[0] ?? label;
