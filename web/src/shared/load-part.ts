/** The specification's limit for loading a script. */
const TIMEOUT_MS = 120_000;
const RELOADED = "commonlane.reloaded-for.";

/** A part of the app that could not be fetched. */
export class ChunkLoadError extends Error {
  override readonly name = "ChunkLoadError";
  /** Lets the next look at the part fetch it anew. */
  again: () => void = () => {};
}

/**
 * Fetches a part of the app. Where that fails or takes more than 120 s though the server answers, a newer version has most
 * likely replaced it: the page reloads, once for each part, and this never returns. Otherwise throws a ChunkLoadError.
 */
export async function loadPart<T>(name: string, load: () => Promise<T>): Promise<T> {
  try {
    const part = await inTime(load());
    forget(name);
    return part;
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

function inTime<T>(loading: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(reject, TIMEOUT_MS, new Error("too slow"));
    loading.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/** Where the browser keeps nothing one could not tell the first from the hundredth, so there is none. */
function isFirstReload(name: string): boolean {
  try {
    if (sessionStorage.getItem(RELOADED + name) !== null) return false;
    sessionStorage.setItem(RELOADED + name, "yes");
    return true;
  } catch {
    return false;
  }
}

function forget(name: string): void {
  try {
    sessionStorage.removeItem(RELOADED + name);
  } catch {
    // Nothing was kept there, then.
  }
}
