import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ChunkLoadError, loadChunk, reloadPage } from "./load-chunk.ts";

const failToLoad = () =>
  Promise.reject(new TypeError("Failed to fetch dynamically imported module"));
const reload = vi.fn<() => void>();
let serverAnswers = true;
let storage: Map<string, string>;

beforeEach(() => {
  serverAnswers = true;
  storage = new Map();
  reload.mockClear();
  vi.stubGlobal("location", { reload });
  vi.stubGlobal("fetch", async () => {
    if (!serverAnswers) throw new TypeError("Failed to fetch");
    return new Response("{}");
  });
  vi.stubGlobal("sessionStorage", {
    getItem: (key: string) => storage.get(key) ?? null,
    setItem: (key: string, value: string) => storage.set(key, value),
    removeItem: (key: string) => storage.delete(key),
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Result of loading a chunk, or a marker if the page reloads, in which case nothing is returned. */
const outcome = (name: string, load: () => Promise<unknown>) =>
  Promise.race([
    loadChunk(name, load).catch((error: unknown) => error),
    new Promise((resolve) => setTimeout(resolve, 20, "reloading")),
  ]);

test("a chunk replaced by a newer version causes one reload, then an error", async () => {
  expect(await outcome("Home", failToLoad)).toBe("reloading");
  // Other chunks load: that must not reset the reload counter of this one.
  expect(await outcome("Shell", async () => "shell")).toBe("shell");
  expect(await outcome("Home", failToLoad)).toBeInstanceOf(ChunkLoadError);
  expect(await outcome("Home", failToLoad)).toMatchObject({ name: "ChunkLoadError" });
  expect(reload).toHaveBeenCalledOnce();
  // Once loaded, a later deployment may replace the chunk again.
  expect(await outcome("Home", async () => "home")).toBe("home");
  expect(await outcome("Home", failToLoad)).toBe("reloading");
  expect(reload).toHaveBeenCalledTimes(2);
});

test("does not reload the page without a server", async () => {
  serverAnswers = false;
  expect(await outcome("Home", failToLoad)).toBeInstanceOf(ChunkLoadError);
  await reloadPage();
  expect(reload).not.toHaveBeenCalled();
  serverAnswers = true;
  await reloadPage();
  expect(reload).toHaveBeenCalledOnce();
});

test("does not reload endlessly if storage is blocked", async () => {
  vi.stubGlobal("sessionStorage", undefined);
  expect(await outcome("Home", failToLoad)).toBeInstanceOf(ChunkLoadError);
  expect(reload).not.toHaveBeenCalled();
});

test("[spec/9-chunk:timeout] a chunk fails after 120 s", async () => {
  vi.useFakeTimers();
  serverAnswers = false;
  let failure: unknown;
  loadChunk("Home", () => new Promise(() => {})).catch((error: unknown) => (failure = error));
  await vi.advanceTimersByTimeAsync(119_999);
  expect(failure).toBeUndefined();
  await vi.advanceTimersByTimeAsync(1);
  expect(failure).toBeInstanceOf(ChunkLoadError);
});
