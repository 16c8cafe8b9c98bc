import { lazy, type ComponentType } from "react";

const TIMEOUT_MS = 120_000;
const RELOADED = "commonlane.reloaded-for";

/** A part of the app that could not be fetched, most often because a newer version has replaced it. */
export class ChunkLoadError extends Error {
  override readonly name = "ChunkLoadError";
}

/**
 * A screen fetched when first shown. If that fails or takes more than 120 s the page reloads once, to get the version the
 * server has now; if it fails again the nearest ErrorBoundary says so.
 */
export function lazyScreen<Name extends string, Props extends object = object>(
  load: () => Promise<Record<Name, ComponentType<Props>>>,
  name: Name,
): ComponentType<Props> {
  return lazy(async () => {
    try {
      const module = await Promise.race([load(), timeout()]);
      sessionStorage.removeItem(RELOADED);
      const component: ComponentType<Props> = module[name];
      return { default: component };
    } catch (cause) {
      if (sessionStorage.getItem(RELOADED) === name) throw new ChunkLoadError(`${name} could not be loaded`, { cause });
      sessionStorage.setItem(RELOADED, name);
      location.reload();
      return new Promise<never>(() => {});
    }
  });
}

const timeout = () => new Promise<never>((_, reject) => setTimeout(reject, TIMEOUT_MS, new Error("too slow")));
