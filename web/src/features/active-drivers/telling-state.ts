import type { Fact } from "@commonlane/contract/live";
import type { Telling } from "./position-teller.ts";
import { notSilentMs } from "./silence.ts";

/** How it ended without the driver's doing here: nothing was heard of them, they said so elsewhere, or the server ended it. */
type Ended = "silent" | "elsewhere" | "by-server";
/** How this tab's telling stands. */
export type TellingState = Telling | Ended;
type How = Extract<Fact, { type: "active-driver.ended" }>["how"];

interface State {
  readonly telling: TellingState;
  /** When a position was heard last, in milliseconds. */
  readonly heardAt: number | undefined;
}

const AT_FIRST: State = { telling: "waiting", heardAt: undefined };
const ENDED: Readonly<Record<How, Ended>> = { driver: "elsewhere", silence: "silent", system: "by-server" };
let state = AT_FIRST;
/** As the server told it. */
let told: Ended | undefined;
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

/** The driver is off the map, and nobody said so here; until the server has told how, it is taken from when they were heard. */
export function setEnded(): TellingState {
  const silent = state.heardAt === undefined || Date.now() - state.heardAt > notSilentMs();
  set({ telling: told ?? (silent ? "silent" : "elsewhere"), heardAt: undefined });
  return state.telling;
}

/**
 * The server tells how the driver went off the map. Whoever shares nothing here (`isHere`) is told what was not their own
 * doing, such as after their phone was silent.
 */
export function tellEnd(how: How, isHere: boolean): void {
  told = ENDED[how];
  const isShown = state.telling === "silent" || state.telling === "elsewhere" || state.telling === "by-server";
  if (isShown || (!isHere && how !== "driver")) set({ telling: told, heardAt: undefined });
}

/** The server tells that the driver is on the map: what was told of an end before is past. */
export function tellBegin(isHere: boolean): void {
  told = undefined;
  if (!isHere) set(AT_FIRST);
}

/** Begins anew; `heard` where a position was told just now. */
export function startAnew(heard: boolean): void {
  told = undefined;
  set(heard ? { telling: "told", heardAt: Date.now() } : AT_FIRST);
}

function set(next: State): void {
  state = next;
  for (const changed of subscribers) changed();
}
