/** The specification's limit for loading a script. */
const TIMEOUT_MS = 120_000;
const RELOADED_KEY_PREFIX = "commonlane.reloaded-for.";

/** A part of the app that could not be fetched. */
export class ChunkLoadError extends Error {
  override readonly name = "ChunkLoadError";
  /** Lets the next look at the part fetch it anew. */
  retry: () => void = () => {};
}

/**
 * Fetches a part of the app. Where that fails or takes more than 120 s though the server answers, a newer version has most
 * likely replaced it: the page reloads, once for each part, and this never returns. Otherwise throws a ChunkLoadError.
 */
export async function loadChunk<T>(name: string, load: () => Promise<T>): Promise<T> {
  try {
    const chunk = await withTimeout(load());
    clearReload(name);
    return chunk;
  } catch (cause) {
    if ((await serverAnswers()) && isFirstReload(name)) {
      location.reload();
      return new Promise<never>(() => {});
    }
    throw new ChunkLoadError(`${name} could not be loaded`, { cause });
  }
}

/** Loads the page again where there is a server to load it from: without one the browser would show its own error page. */
export async function reloadPage(): Promise<void> {
  if (await serverAnswers()) location.reload();
}

const serverAnswers = (): Promise<boolean> =>
  fetch("/health/live", { cache: "no-store" }).then(
    ({ ok }) => ok,
    () => false,
  );

function withTimeout<T>(loading: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(reject, TIMEOUT_MS, new Error("too slow"));
    loading.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/** Where the browser keeps nothing one could not tell the first from the hundredth, so there is none. */
function isFirstReload(name: string): boolean {
  try {
    if (sessionStorage.getItem(RELOADED_KEY_PREFIX + name) !== null) return false;
    sessionStorage.setItem(RELOADED_KEY_PREFIX + name, "yes");
    return true;
  } catch {
    return false;
  }
}

function clearReload(name: string): void {
  try {
    sessionStorage.removeItem(RELOADED_KEY_PREFIX + name);
  } catch {
    // Nothing was kept there, then.
  }
}
