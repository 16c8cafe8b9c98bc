import type { SearchSort } from "@commonlane/contract/ride-search";
import type { RideFound, RideMissed } from "@commonlane/contract/rides";
import { type Filters, readFilters, writeFilters } from "./found-filters.ts";

/** The orders in which found rides can be shown. */
export const ORDERS = ["best", "soonest", "cheapest", "leastWalking"] as const satisfies readonly SearchSort[];
export type FoundOrder = (typeof ORDERS)[number];

/** Which of the rides that fit are shown, and in which order. */
export interface FoundView {
  readonly order: FoundOrder;
  readonly filters: Filters;
}

/** Pages as one list. A ride that moved to a later page while they were read comes once, where it came first. */
export function joinPages<T>(pages: readonly { readonly items: readonly T[] }[], idOf: (item: T) => string): T[] {
  const seen = new Map<string, T>();
  for (const item of pages.flatMap(({ items }) => items)) if (!seen.has(idOf(item))) seen.set(idOf(item), item);
  return [...seen.values()];
}

/** Reads the chosen view from an address. */
export function readView(params: URLSearchParams): FoundView {
  return {
    order: ORDERS.find((known) => known === params.get("sort")) ?? "best",
    filters: readFilters(params),
  };
}

/** Puts a view into an address; what is usual is left out. */
export function writeView({ order, filters }: FoundView, onto: URLSearchParams): URLSearchParams {
  const params = writeFilters(filters, onto);
  if (order === "best") params.delete("sort");
  else params.set("sort", order);
  return params;
}

interface Measured {
  readonly shown: readonly Pick<RideFound, "match">[];
  readonly missed: readonly Pick<RideMissed, "miss">[];
}

/**
 * What is to be said of figures that no router measured: of the rides found, of those that nearly fit (once where both are
 * reckoned), and of the counts of days where the rides found are measured.
 */
export const reckonedOf = ({ shown, missed }: Measured): Record<"found" | "missed" | "days", boolean> => {
  const found = shown.some(({ match }) => match.routed === false);
  return {
    found,
    missed: !found && missed.some(({ miss }) => miss.routed === false),
    days: shown.some(({ match }) => match.routed === true),
  };
};
