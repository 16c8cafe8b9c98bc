import type { SearchSort } from "@commonlane/contract/ride-search";
import { type Filters, readFilters, writeFilters } from "./search-filters.ts";

/** Sort orders of the results. */
export const SORT_ORDERS = [
  "best",
  "soonest",
  "cheapest",
  "leastWalking",
] as const satisfies readonly SearchSort[];
export type SortOrder = (typeof SORT_ORDERS)[number];

/** Filters and sort order of the results. */
export interface ResultView {
  readonly order: SortOrder;
  readonly filters: Filters;
}

/** Merges pages. A ride that moved to a later page during loading is listed once, at its first position. */
export function mergePages<T>(
  pages: readonly { readonly items: readonly T[] }[],
  idOf: (item: T) => string,
): T[] {
  const firstById = new Map<string, T>();
  for (const item of pages.flatMap(({ items }) => items))
    if (!firstById.has(idOf(item))) firstById.set(idOf(item), item);
  return [...firstById.values()];
}

/** Reads the view from URL parameters. */
export function readView(params: URLSearchParams): ResultView {
  return {
    order: SORT_ORDERS.find((option) => option === params.get("sort")) ?? "best",
    filters: readFilters(params),
  };
}

/** Writes the view into URL parameters, without defaults. */
export function writeView(
  { order, filters }: ResultView,
  target: URLSearchParams,
): URLSearchParams {
  const params = writeFilters(filters, target);
  if (order === "best") params.delete("sort");
  else params.set("sort", order);
  return params;
}
