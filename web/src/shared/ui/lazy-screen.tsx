import { lazy, type ComponentType } from "react";
import { ChunkLoadError, loadPart } from "../load-part.ts";

/** A component that is fetched when first shown, or before by `fetch`; once there it shows without a pause. */
export type LazyScreen<Props extends object> = ComponentType<Props> & { fetch: () => Promise<unknown> };

/** A component fetched when first shown, as `loadPart` does. */
export function lazyScreen<Name extends string, Props extends object = object>(
  load: () => Promise<Record<Name, ComponentType<Props>>>,
  name: Name,
): LazyScreen<Props> {
  let ready: ComponentType<Props> | undefined;
  const fetch = async (): Promise<{ default: ComponentType<Props> }> => {
    try {
      ready = (await loadPart(name, load))[name];
      return { default: ready };
    } catch (error) {
      if (error instanceof ChunkLoadError) error.again = () => (Waiting = lazy(fetch));
      throw error;
    }
  };
  let Waiting: ComponentType<Props> = lazy(fetch);
  const Screen = (props: Props) => {
    "use no memo";
    const Shown = ready ?? Waiting;
    return <Shown {...props} />;
  };
  return Object.assign(Screen, { fetch });
}
