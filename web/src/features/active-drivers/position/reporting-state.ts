import type { DomainEvent } from "@commonlane/contract/live";
import { createObservable } from "#shared/observable.ts";
import { forgetAtSignOut } from "#shared/session/left-behind.ts";
import type { ReportingStatus } from "./position-reporter.ts";
import { recentlyHeardMs } from "./silence-timeouts.ts";

/** Reason why the driver went offline without an action here: silence, an action elsewhere, or the server. */
type EndReason = "silent" | "elsewhere" | "ended-by-server";
/** Reporting status of this tab. */
export type ReportingState = ReportingStatus | EndReason;
type ServerEndCause = Extract<DomainEvent, { type: "active-driver.ended" }>["how"];

interface StoredState {
  readonly status: ReportingState;
  /** Time of the last accepted report, in milliseconds. */
  readonly acceptedAt: number | undefined;
}

const INITIAL_STATE: StoredState = {
  status: "waiting",
  acceptedAt: undefined,
};
const END_REASONS: Readonly<Record<ServerEndCause, EndReason>> = {
  driver: "elsewhere",
  silence: "silent",
  system: "ended-by-server",
};
const state = createObservable(INITIAL_STATE);
/** Reason from the server. */
let endReason: EndReason | undefined;

export const getReportingState = state.get;

/** Subscribes to changes; returns the unsubscribe function. */
export const subscribeReportingState = state.subscribe;

export function setReportingStatus(status: ReportingStatus): void {
  state.set({
    status,
    acceptedAt: status === "sent" ? Date.now() : state.get().acceptedAt,
  });
}

/**
 * Marks the driver as offline without an action here. Until the server sends the reason, it is inferred from the last
 * accepted report.
 */
export function markEnded(): ReportingState {
  const { acceptedAt } = state.get();
  const silent = acceptedAt === undefined || Date.now() - acceptedAt > recentlyHeardMs();
  const status = endReason ?? (silent ? "silent" : "elsewhere");
  state.set({ status, acceptedAt: undefined });
  return status;
}

/**
 * Records the server's reason for going offline. Other devices (`isHere` is false) only learn about ends that the
 * driver did not cause, such as silence.
 */
export function recordEnd(cause: ServerEndCause, isHere: boolean): void {
  endReason = END_REASONS[cause];
  const { status } = state.get();
  const isShown = status === "silent" || status === "elsewhere" || status === "ended-by-server";
  if (isShown || (!isHere && cause !== "driver"))
    state.set({
      status: endReason,
      acceptedAt: undefined,
    });
}

/** The server reports the driver online, which clears earlier reasons. */
export function recordStart(isHere: boolean): void {
  endReason = undefined;
  if (!isHere) state.set(INITIAL_STATE);
}

/** Resets the state; `wasHeard` if a report was just accepted. */
export function resetReporting(wasHeard: boolean): void {
  endReason = undefined;
  state.set(
    wasHeard
      ? {
          status: "sent",
          acceptedAt: Date.now(),
        }
      : INITIAL_STATE,
  );
}

forgetAtSignOut(() => resetReporting(false));
