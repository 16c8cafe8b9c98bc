import { lazy, type ComponentType } from "react";

const TIMEOUT_MS = 120_000;
const RELOADED = "commonlane.reloaded-for";

/** A part of the app that could not be fetched, most often because a newer version has replaced it. */
export class ChunkLoadError extends Error {
  override readonly name = "ChunkLoadError";
}

/** A component that is fetched when first shown, or before by `fetch`; once there it shows without a pause. */
export type LazyScreen<Props extends object> = ComponentType<Props> & { fetch: () => Promise<unknown> };

/**
 * A screen fetched when first shown. If that fails or takes more than 120 s the page reloads once, to get the version the
 * server has now; if it fails again the nearest ErrorBoundary says so.
 */
export function lazyScreen<Name extends string, Props extends object = object>(
  load: () => Promise<Record<Name, ComponentType<Props>>>,
  name: Name,
): LazyScreen<Props> {
  let ready: ComponentType<Props> | undefined;
  const fetch = async (): Promise<{ default: ComponentType<Props> }> => {
    try {
      const module = await Promise.race([load(), timeout()]);
      sessionStorage.removeItem(RELOADED);
      ready = module[name];
      return { default: ready };
    } catch (cause) {
      if (sessionStorage.getItem(RELOADED) === name) throw new ChunkLoadError(`${name} could not be loaded`, { cause });
      sessionStorage.setItem(RELOADED, name);
      location.reload();
      return new Promise<never>(() => {});
    }
  };
  const Waiting: ComponentType<Props> = lazy(fetch);
  const Screen = (props: Props) => {
    "use no memo";
    const Shown = ready ?? Waiting;
    return <Shown {...props} />;
  };
  return Object.assign(Screen, { fetch });
}

const timeout = () => new Promise<never>((_, reject) => setTimeout(reject, TIMEOUT_MS, new Error("too slow")));
