import type { DomainEvent } from "@commonlane/contract/live";
import { createObservable } from "#shared/observable.ts";
import type { ReportingStatus } from "./position-reporter.ts";
import { recentlyHeardMs } from "./silence-timeouts.ts";

/** How it ended without the driver's doing here: nothing was heard of them, they said so elsewhere, or the server ended it. */
type EndReason = "silent" | "elsewhere" | "ended-by-server";
/** How this tab's telling stands. */
export type ReportingState = ReportingStatus | EndReason;
type ServerEndCause = Extract<DomainEvent, { type: "active-driver.ended" }>["how"];

interface StoredState {
  readonly status: ReportingState;
  /** When a position was heard last, in milliseconds. */
  readonly acceptedAt: number | undefined;
}

const INITIAL_STATE: StoredState = { status: "waiting", acceptedAt: undefined };
const END_REASONS: Readonly<Record<ServerEndCause, EndReason>> = {
  driver: "elsewhere",
  silence: "silent",
  system: "ended-by-server",
};
const state = createObservable(INITIAL_STATE);
/** As the server told it. */
let endReason: EndReason | undefined;

export const getReportingState = state.get;

/** Calls back at each change, until the function it gives is called. */
export const subscribeReportingState = state.subscribe;

export function setReportingStatus(status: ReportingStatus): void {
  state.set({ status, acceptedAt: status === "sent" ? Date.now() : state.get().acceptedAt });
}

/** The driver is off the map, and nobody said so here; until the server has told how, it is taken from when they were heard. */
export function markEnded(): ReportingState {
  const { acceptedAt } = state.get();
  const silent = acceptedAt === undefined || Date.now() - acceptedAt > recentlyHeardMs();
  const status = endReason ?? (silent ? "silent" : "elsewhere");
  state.set({ status, acceptedAt: undefined });
  return status;
}

/**
 * The server tells how the driver went off the map. Whoever shares nothing here (`isHere`) is told what was not their own
 * doing, such as after their phone was silent.
 */
export function recordEnd(cause: ServerEndCause, isHere: boolean): void {
  endReason = END_REASONS[cause];
  const { status } = state.get();
  const isShown = status === "silent" || status === "elsewhere" || status === "ended-by-server";
  if (isShown || (!isHere && cause !== "driver")) state.set({ status: endReason, acceptedAt: undefined });
}

/** The server tells that the driver is on the map: what was told of an end before is past. */
export function recordStart(isHere: boolean): void {
  endReason = undefined;
  if (!isHere) state.set(INITIAL_STATE);
}

/** Begins anew; `heard` where a position was told just now. */
export function resetReporting(wasHeard: boolean): void {
  endReason = undefined;
  state.set(wasHeard ? { status: "sent", acceptedAt: Date.now() } : INITIAL_STATE);
}
