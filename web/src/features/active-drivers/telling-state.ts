import type { Telling } from "./position-teller.ts";
import { notSilentMs } from "./silence.ts";

/** How this tab's telling stands; `silent` and `elsewhere` say how it ended without the driver's doing here. */
export type TellingState = Telling | "silent" | "elsewhere";

interface State {
  readonly telling: TellingState;
  /** When a position was heard last, in milliseconds. */
  readonly heardAt: number | undefined;
}

const AT_FIRST: State = { telling: "waiting", heardAt: undefined };
let state = AT_FIRST;
const subscribers = new Set<() => void>();

export const tellingState = (): State => state;

/** Calls back at each change, until the function it gives is called. */
export function onTellingState(changed: () => void): () => void {
  subscribers.add(changed);
  return () => subscribers.delete(changed);
}

export function setTelling(telling: Telling): void {
  set({ telling, heardAt: telling === "told" ? Date.now() : state.heardAt });
}

/** The driver is off the map, and nobody said so here. */
export function setEnded(): TellingState {
  const silent = state.heardAt === undefined || Date.now() - state.heardAt > notSilentMs();
  set({ telling: silent ? "silent" : "elsewhere", heardAt: undefined });
  return state.telling;
}

/** Begins anew; `heard` where a position was told just now. */
export function startAnew(heard: boolean): void {
  set(heard ? { telling: "told", heardAt: Date.now() } : AT_FIRST);
}

function set(next: State): void {
  state = next;
  for (const changed of subscribers) changed();
}
