/** The specification's timeout for loading a script. */
const TIMEOUT_MS = 120_000;
const RELOADED_KEY_PREFIX = "commonlane.reloaded-for.";

/** A chunk of the app could not be loaded. */
export class ChunkLoadError extends Error {
  override readonly name = "ChunkLoadError";
  /** Loads the chunk again on the next render. */
  retry: () => void = () => {};
}

/**
 * Loads a chunk of the app. If that fails or takes more than 120 s although the server answers, a newer version has
 * most likely replaced it: the page reloads, once per chunk, and the promise never settles. Otherwise throws a
 * ChunkLoadError.
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

/** Reloads the page if the server is reachable; otherwise the browser would show its own error page. */
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

/** False if storage is blocked, because reloads could then repeat endlessly. */
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
    // Storage may be blocked; nothing was stored then.
  }
}
