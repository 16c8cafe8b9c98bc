import { expect, onTestFinished, test, vi } from "vitest";
import { GracefulShutdown } from "./shutdown.ts";

test("a shutdown that takes too long ends the process with code 1, and says so", async () => {
  vi.useFakeTimers();
  const exit = vi.spyOn(process, "exit").mockImplementation((code) => {
    throw new Error(`exited with ${code}`);
  });
  const write = vi.spyOn(process.stderr, "write").mockReturnValue(true);
  onTestFinished(() => {
    vi.restoreAllMocks();
    vi.useRealTimers();
  });

  const shutdown = new GracefulShutdown();
  shutdown.onShutdown(() => new Promise(() => {}));
  void shutdown.shutDown(0);
  await vi.advanceTimersByTimeAsync(44_000);
  expect(exit).not.toHaveBeenCalled();

  await expect(vi.advanceTimersByTimeAsync(2_000)).rejects.toThrow("exited with 1");
  expect(write).toHaveBeenCalledWith("The server did not stop within 45 s and was ended.\n");
});
