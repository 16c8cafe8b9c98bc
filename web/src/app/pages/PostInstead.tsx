import { PostAtOnce } from "#features/ride-requests/PostAtOnce.tsx";
import { type Filters, writeFilters } from "#features/rides/found-filters.ts";
import { type WholeWish, writeWish } from "#features/rides/search-url.ts";
import { requestWish, unsaidOf } from "./request-wish.ts";

interface PostInsteadProps {
  readonly wish: WholeWish;
  readonly filters: Filters;
}

/** Where no ride fits: a ride request for what was looked for, one tap away. */
export function PostInstead({ wish, filters }: PostInsteadProps) {
  return (
    <PostAtOnce
      wish={requestWish(wish, filters)}
      form={`/requests/new?${writeFilters(filters, writeWish(wish))}`}
      unsaid={unsaidOf(wish, filters)}
    />
  );
}
