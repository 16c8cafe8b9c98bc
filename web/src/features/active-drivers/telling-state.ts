import type { Fact } from "@commonlane/contract/live";
import { toldValue } from "#shared/told-value.ts";
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
const state = toldValue(AT_FIRST);
/** As the server told it. */
let told: Ended | undefined;

export const tellingState = state.get;

/** Calls back at each change, until the function it gives is called. */
export const onTellingState = state.subscribe;

export function setTelling(telling: Telling): void {
  state.set({ telling, heardAt: telling === "told" ? Date.now() : state.get().heardAt });
}

/** The driver is off the map, and nobody said so here; until the server has told how, it is taken from when they were heard. */
export function setEnded(): TellingState {
  const { heardAt } = state.get();
  const silent = heardAt === undefined || Date.now() - heardAt > notSilentMs();
  const telling = told ?? (silent ? "silent" : "elsewhere");
  state.set({ telling, heardAt: undefined });
  return telling;
}

/**
 * The server tells how the driver went off the map. Whoever shares nothing here (`isHere`) is told what was not their own
 * doing, such as after their phone was silent.
 */
export function tellEnd(how: How, isHere: boolean): void {
  told = ENDED[how];
  const { telling } = state.get();
  const isShown = telling === "silent" || telling === "elsewhere" || telling === "by-server";
  if (isShown || (!isHere && how !== "driver")) state.set({ telling: told, heardAt: undefined });
}

/** The server tells that the driver is on the map: what was told of an end before is past. */
export function tellBegin(isHere: boolean): void {
  told = undefined;
  if (!isHere) state.set(AT_FIRST);
}

/** Begins anew; `heard` where a position was told just now. */
export function startAnew(heard: boolean): void {
  told = undefined;
  state.set(heard ? { telling: "told", heardAt: Date.now() } : AT_FIRST);
}
