import { PostAtOnce } from "#features/ride-requests/PostAtOnce.tsx";
import { type WholeWish, writeWish } from "#features/rides/search-url.ts";

/** Where no ride fits: a ride request for what was looked for, one tap away. */
export function PostInstead({ wish }: { wish: WholeWish }) {
  return <PostAtOnce wish={wish} form={`/requests/new?${writeWish(wish)}`} />;
}
