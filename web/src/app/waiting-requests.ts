import { useInfiniteQuery } from "@tanstack/react-query";
import { incomingRequests } from "#features/seat-requests/seat-requests.queries.ts";

export interface Waiting {
  count: number;
  /** "30+" where there are more than one page of them. */
  text: string;
}

/** How many requests wait for an answer of mine. */
export function useWaitingRequests(): Waiting {
  const { data } = useInfiniteQuery(incomingRequests("pending"));
  const [first] = data?.pages ?? [];
  const count = first?.items.length ?? 0;
  return { count, text: first?.nextCursor ? `${count}+` : String(count) };
}
