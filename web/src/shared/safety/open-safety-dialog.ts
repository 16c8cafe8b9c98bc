import type { ReportContext, ReportTarget } from "@commonlane/contract/reports";
import { createPersonalObservable } from "../observable.ts";

/** The user concerned. */
export interface PersonName {
  readonly uid: string;
  readonly displayName: string;
}
/** A chat message that can be reported. */
export interface ReportableMessage {
  readonly id: string;
  readonly text: string;
  readonly person: PersonName;
}
/** Request for a dialog about a user: block, or report something. */
export type SafetyDialogRequest = { readonly person: PersonName } & (
  | { readonly action: "block" }
  | {
      readonly action: "report";
      readonly about: ReportTarget;
      readonly context?: ReportContext | undefined;
    }
  /** One of these messages by `person`, newest last. */
  | {
      readonly action: "report-message";
      readonly messages: readonly ReportableMessage[];
    }
);

const requested = createPersonalObservable<SafetyDialogRequest | undefined>(undefined);

/** Opens a dialog above the current page, where it stays even if the page changes. Without an argument, closes it. */
export const openSafetyDialog = requested.set;

export const requestedSafetyDialog = requested.get;

/** Calls the listener on every change; returns the unsubscribe function. */
export const onRequestedSafetyDialog = requested.subscribe;
