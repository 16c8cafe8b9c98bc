import { expect, test, vi } from "vitest";
import { trackRequest } from "../connection/connection-status.ts";
import { afterCalls } from "./lazy-screen.tsx";

vi.stubGlobal("requestIdleCallback", (work: () => void) => setTimeout(work));

test("a part that comes after the calls is loaded once all of them are answered", async () => {
  const load = vi.fn<() => Promise<string>>(() => Promise.resolve("part"));
  const endFirst = trackRequest();
  const loading = afterCalls(load)();
  // Calls of the same render begin after it.
  const endSecond = trackRequest();
  await new Promise((resolve) => setTimeout(resolve, 20));
  endFirst();
  endFirst();
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(load).not.toHaveBeenCalled();

  endSecond();
  expect(await loading).toBe("part");
  expect(await afterCalls(load)()).toBe("part");
});
