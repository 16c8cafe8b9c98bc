import { offers } from "@commonlane/contract/offers";
import { call } from "#shared/api.ts";

const PAGE = 100;
/** Nobody looks through more offers of their own than this. */
const PAGES_MAX = 10;

/** The ids of the requests that the reader has offered on, each once; an empty list where they cannot be read. */
export async function offeredRequestIds(signal?: AbortSignal): Promise<string[]> {
  const ids = new Set<string>();
  try {
    let cursor: string | undefined;
    for (let page = 0; page < PAGES_MAX; page++) {
      const { items, nextCursor } = await call(
        offers.own,
        { query: { limit: PAGE, cursor } },
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
