import { lazy, useState, type ComponentType } from "react";
import { allReplies } from "../connection/connection-status.ts";
import { loadMessages, type MessagePart } from "../language/messages.ts";
import { ChunkLoadError, loadChunk } from "../load-chunk.ts";
import { whenIdle } from "../when-idle.ts";

/** A component that loads when first shown, or earlier by `fetch`; once loaded it renders synchronously. */
export type LazyScreen<Props extends object> = ComponentType<Props> & {
  fetch: () => Promise<unknown>;
};

/**
 * Creates a component that loads with `loadChunk`, together with the part of the messages that it needs.
 *
 * @example
 *   const HostPage = lazyScreen(() => import("./HostPage.tsx"), "HostPage");
 */
export function lazyScreen<Name extends string, Props extends object = object>(
  load: () => Promise<Record<Name, ComponentType<Props>>>,
  name: Name,
  part: MessagePart = "rest",
): LazyScreen<Props> {
  let ready: ComponentType<Props> | undefined;
  const fetch = async (): Promise<{ default: ComponentType<Props> }> => {
    try {
      const [module] = await Promise.all([loadChunk(name, load), loadMessages(part)]);
      ready = module[name];
      return { default: ready };
    } catch (error) {
      if (error instanceof ChunkLoadError) error.retry = () => (Lazy = lazy(fetch));
      throw error;
    }
  };
  let Lazy: ComponentType<Props> = lazy(fetch);
  const Screen = (props: Props) => {
    // Chosen once: another component type in a later render would remount the screen, which loses what was typed.
    // Read here, because the compiler moves a function without variables of the component out of this scope.
    const first = ready ?? Lazy;
    const [Shown] = useState<ComponentType<Props>>(() => first);
    return <Shown {...props} />;
  };
  return Object.assign(Screen, { fetch });
}

/**
 * Loads what a screen always shows as soon as the screen itself is loaded. A failure is reported where the component is
 * shown.
 */
export function fetchAhead(...screens: readonly Pick<LazyScreen<object>, "fetch">[]): void {
  for (const { fetch } of screens) void fetch().catch(() => {});
}

const REPLIES_AT_MOST_MS = 3_000;

/**
 * Makes a chunk wait until the calls of the same render are answered and shown, at most for some seconds: people wait
 * for their data, and a phone has one slow processor and few connections.
 */
export const afterCalls =
  <T,>(load: () => Promise<T>) =>
  async (): Promise<T> => {
    // The calls begin after the render that asks for this chunk.
    await new Promise((resolve) => setTimeout(resolve));
    await allReplies(REPLIES_AT_MOST_MS);
    await new Promise<void>(whenIdle);
    return load();
  };
