import { offers } from "@commonlane/contract/offers";
import { call } from "#shared/api/api-client.ts";

const PAGE_SIZE = 100;
/** Limit on the viewer's own offers, in pages. */
const MAX_PAGES = 10;

/** Ids of the requests that the viewer has made offers for, each once; empty if the offers fail to load. */
export async function fetchOfferedRequestIds(signal?: AbortSignal): Promise<string[]> {
  const ids = new Set<string>();
  try {
    let cursor: string | undefined;
    for (let page = 0; page < MAX_PAGES; page++) {
      const { items, nextCursor } = await call(
        offers.own,
        { query: { limit: PAGE_SIZE, cursor } },
        signal ? { signal } : {},
      );
      for (const { requestId } of items) ids.add(requestId);
      if (nextCursor === null) break;
      cursor = nextCursor;
    }
    return [...ids];
  } catch {
    return [];
  }
}
