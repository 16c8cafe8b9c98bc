import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ApiError } from "./api-error.ts";
import { refetchPaused, pauseDuringMaintenance } from "./maintenance.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("automatic queries pause during maintenance and continue afterwards", async () => {
  const queries = new QueryClient();
  let closed = false;
  let calls = 0;
  const observer = new QueryObserver(queries, {
    queryKey: ["chat", "unread"],
    queryFn: () => {
      calls++;
      const error = new ApiError({ code: "closed_for_now", status: 503, message: "Back at nine" });
      return closed ? Promise.reject(error) : Promise.resolve(calls);
    },
    ...pauseDuringMaintenance,
  });
  const leave = observer.subscribe(() => {});
  await vi.advanceTimersByTimeAsync(0);
  /** Invalidates as a live event does, and leaves time for all retries. */
  const invalidateAndWait = async () => {
    void queries.invalidateQueries();
    await vi.advanceTimersByTimeAsync(60_000);
    return calls;
  };
  expect(await invalidateAndWait()).toBe(2);
  closed = true;
  expect([await invalidateAndWait(), await invalidateAndWait(), await invalidateAndWait()]).toEqual(
    [3, 3, 3],
  );
  expect(observer.getCurrentResult().error?.message).toBe("Back at nine");
  refetchPaused(queries);
  await vi.advanceTimersByTimeAsync(0);
  expect([calls, await invalidateAndWait()]).toEqual([4, 4]);
  closed = false;
  refetchPaused(queries);
  await vi.advanceTimersByTimeAsync(0);
  expect([calls, observer.getCurrentResult().data]).toEqual([5, 5]);
  expect(await invalidateAndWait()).toBe(6);
  leave();
});
