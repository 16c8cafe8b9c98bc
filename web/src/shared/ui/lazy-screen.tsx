import { lazy, type ComponentType } from "react";
import { ChunkLoadError, loadChunk } from "../load-chunk.ts";

/** A component that loads when first shown, or earlier by `fetch`; once loaded it renders synchronously. */
export type LazyScreen<Props extends object> = ComponentType<Props> & { fetch: () => Promise<unknown> };

/** Creates a component that loads with `loadChunk`. */
export function lazyScreen<Name extends string, Props extends object = object>(
  load: () => Promise<Record<Name, ComponentType<Props>>>,
  name: Name,
): LazyScreen<Props> {
  let ready: ComponentType<Props> | undefined;
  const fetch = async (): Promise<{ default: ComponentType<Props> }> => {
    try {
      ready = (await loadChunk(name, load))[name];
      return { default: ready };
    } catch (error) {
      if (error instanceof ChunkLoadError) error.retry = () => (Lazy = lazy(fetch));
      throw error;
    }
  };
  let Lazy: ComponentType<Props> = lazy(fetch);
  const Screen = (props: Props) => {
    "use no memo";
    const Ready = ready ?? Lazy;
    return <Ready {...props} />;
  };
  return Object.assign(Screen, { fetch });
}
