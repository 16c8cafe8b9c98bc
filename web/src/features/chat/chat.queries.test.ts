import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { afterEach, expect, test, vi } from "vitest";
import { setTokenSource } from "#shared/session/token-source.ts";
import { getUnreadCount, unreadMessages } from "./chat.queries.ts";

afterEach(() => {
  setTokenSource();
  vi.unstubAllGlobals();
});

test("the first count and the query that keeps it up to date share one request", async () => {
  setTokenSource({
    fresh: () => Promise.resolve("token"),
    renew: () => Promise.resolve(undefined),
    peek: () => undefined,
  });
  const fetch = vi.fn<() => Promise<Response>>(async () => Response.json({ count: 3 }));
  vi.stubGlobal("fetch", fetch);
  const queries = new QueryClient({ defaultOptions: { queries: { staleTime: 30_000 } } });
  const count = getUnreadCount(queries);
  const observer = new QueryObserver(queries, unreadMessages);
  const stop = observer.subscribe(() => undefined);
  expect(await count).toBe(3);
  expect(observer.getCurrentResult().data).toEqual({ count: 3 });
  stop();
  expect(fetch).toHaveBeenCalledOnce();
});
