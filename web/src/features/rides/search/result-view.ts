import type { SearchSort } from "@commonlane/contract/ride-search";
import type { RideSearchResult, NearMissResult } from "@commonlane/contract/rides";
import { type Filters, readFilters, writeFilters } from "./search-filters.ts";

/** The orders in which found rides can be shown. */
export const SORT_ORDERS = ["best", "soonest", "cheapest", "leastWalking"] as const satisfies readonly SearchSort[];
export type SortOrder = (typeof SORT_ORDERS)[number];

/** Which of the rides that fit are shown, and in which order. */
export interface ResultView {
  readonly order: SortOrder;
  readonly filters: Filters;
}

/** Pages as one list. A ride that moved to a later page while they were read comes once, where it came first. */
export function mergePages<T>(pages: readonly { readonly items: readonly T[] }[], idOf: (item: T) => string): T[] {
  const seen = new Map<string, T>();
  for (const item of pages.flatMap(({ items }) => items)) if (!seen.has(idOf(item))) seen.set(idOf(item), item);
  return [...seen.values()];
}

/** Reads the chosen view from an address. */
export function readView(params: URLSearchParams): ResultView {
  return {
    order: SORT_ORDERS.find((option) => option === params.get("sort")) ?? "best",
    filters: readFilters(params),
  };
}

/** Puts a view into an address; what is usual is left out. */
export function writeView({ order, filters }: ResultView, target: URLSearchParams): URLSearchParams {
  const params = writeFilters(filters, target);
  if (order === "best") params.delete("sort");
  else params.set("sort", order);
  return params;
}

interface RoutedResults {
  readonly rides: readonly Pick<RideSearchResult, "match">[];
  readonly nearMisses: readonly Pick<NearMissResult, "miss">[];
}

/**
 * What is to be said of figures that no router measured: of the rides found, of those that nearly fit (once where both are
 * reckoned), and of the counts of days where the rides found are measured.
 */
export const findEstimated = ({
  rides,
  nearMisses,
}: RoutedResults): Record<"found" | "nearMisses" | "days", boolean> => {
  const ridesEstimated = rides.some(({ match }) => match.routed === false);
  return {
    found: ridesEstimated,
    nearMisses: !ridesEstimated && nearMisses.some(({ miss }) => miss.routed === false),
    days: rides.some(({ match }) => match.routed === true),
  };
};
