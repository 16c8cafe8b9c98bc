import type { RideFound } from "@commonlane/contract/rides";
import { dateAndTimeIn } from "#shared/wording/instants.ts";

/** The orders in which found rides can be shown. "best" is the server's own. */
export const ORDERS = ["best", "earliest", "detour", "walk", "price"] as const;
export type FoundOrder = (typeof ORDERS)[number];

export interface FoundView {
  readonly order: FoundOrder;
  /** Only rides whose host need not be waited for. */
  readonly instant: boolean;
  /** At least so many free seats on the way. */
  readonly seats: number;
}

/** Pages as one list. A ride that moved to a later page while they were read comes once, where it came first. */
export function joinPages<T>(pages: readonly { readonly items: readonly T[] }[], idOf: (item: T) => string): T[] {
  const seen = new Map<string, T>();
  for (const item of pages.flatMap(({ items }) => items)) if (!seen.has(idOf(item))) seen.set(idOf(item), item);
  return [...seen.values()];
}

const walked = ({ match }: RideFound): number => match.walkFromM + match.walkToM;
const asked = ({ match }: RideFound): number => match.contribution?.amountMinor ?? 0;
const pickupMs = ({ match }: RideFound): number => Date.parse(match.pickupAt);

const comparers: Record<Exclude<FoundOrder, "best">, (a: RideFound, b: RideFound) => number> = {
  earliest: (a, b) => pickupMs(a) - pickupMs(b),
  detour: (a, b) => a.match.detourS - b.match.detourS || pickupMs(a) - pickupMs(b),
  walk: (a, b) => walked(a) - walked(b) || pickupMs(a) - pickupMs(b),
  // Amounts of different currencies are not weighed against each other: those of one stand together.
  price: (a, b) =>
    (a.match.contribution?.currency ?? "").localeCompare(b.match.contribution?.currency ?? "") ||
    asked(a) - asked(b) ||
    pickupMs(a) - pickupMs(b),
};

/** The rides to show of those that were loaded, in the order that was chosen. */
export function viewOf(found: readonly RideFound[], { order, instant, seats }: FoundView): RideFound[] {
  const kept = found.filter(({ ride, match }) => (!instant || ride.approval === "instant") && match.seatsLeft >= seats);
  return order === "best" ? kept : kept.toSorted(comparers[order]);
}

/** How many rides there are on each calendar day, as clocks at the start show it; the days in order. */
export function countByDay(found: readonly RideFound[]): [day: string, rides: number][] {
  const counts = new Map<string, number>();
  for (const { ride, match } of found) {
    const { date } = dateAndTimeIn(ride.timeZone, match.pickupAt);
    counts.set(date, (counts.get(date) ?? 0) + 1);
  }
  return [...counts].toSorted(([a], [b]) => a.localeCompare(b));
}

/** Reads the chosen view from an address. */
export function readView(params: URLSearchParams): FoundView {
  const order = ORDERS.find((known) => known === params.get("sort")) ?? "best";
  const seats = /^[1-8]$/.test(params.get("free") ?? "") ? Number(params.get("free")) : 1;
  return { order, instant: params.get("instant") === "1", seats };
}

/** Puts a view into an address; what is usual is left out. */
export function writeView(view: FoundView, onto: URLSearchParams): URLSearchParams {
  const params = new URLSearchParams(onto);
  const put = (name: string, value: string, usual: string) =>
    value === usual ? params.delete(name) : params.set(name, value);
  put("sort", view.order, "best");
  put("instant", view.instant ? "1" : "0", "0");
  put("free", String(view.seats), "1");
  return params;
}
