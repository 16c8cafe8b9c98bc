import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ApiError } from "./api-error.ts";
import { askAgain, restsWhileClosed } from "./maintenance.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("[issue6/maintenance:rests] what is asked by itself rests once it was told that the service is closed, and goes on when it is open", async () => {
  const queries = new QueryClient();
  let closed = false;
  let asked = 0;
  const observer = new QueryObserver(queries, {
    queryKey: ["chat", "unread"],
    queryFn: () => {
      asked++;
      const told = new ApiError({ code: "closed_for_now", status: 503, message: "Back at nine" });
      return closed ? Promise.reject(told) : Promise.resolve(asked);
    },
    ...restsWhileClosed,
  });
  const leave = observer.subscribe(() => {});
  await vi.advanceTimersByTimeAsync(0);
  /** As when something is heard on the live line, and time for all retries. */
  const news = async () => {
    void queries.invalidateQueries();
    await vi.advanceTimersByTimeAsync(60_000);
    return asked;
  };
  expect(await news()).toBe(2);
  closed = true;
  expect([await news(), await news(), await news()]).toEqual([3, 3, 3]);
  expect(observer.getCurrentResult().error?.message).toBe("Back at nine");
  askAgain(queries);
  await vi.advanceTimersByTimeAsync(0);
  expect([asked, await news()]).toEqual([4, 4]);
  closed = false;
  askAgain(queries);
  await vi.advanceTimersByTimeAsync(0);
  expect([asked, observer.getCurrentResult().data]).toEqual([5, 5]);
  expect(await news()).toBe(6);
  leave();
});
