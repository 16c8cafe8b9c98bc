import type { ReportTarget } from "@commonlane/contract/reports";
import { createObservable } from "../observable.ts";

/** Who it is about. */
export interface PersonName {
  readonly uid: string;
  readonly displayName: string;
}
/** Something that somebody said in a chat. */
export interface ReportableMessage {
  readonly id: string;
  readonly text: string;
  readonly person: PersonName;
}
/** What somebody wants to do about a person: keep them away, or tell the operators of something of theirs. */
export type SafetyDialogRequest = { readonly person: PersonName } & (
  | { readonly action: "block" }
  | { readonly action: "report"; readonly about: ReportTarget }
  /** One of these messages, the newest last, which is by `person`. */
  | { readonly action: "report-message"; readonly messages: readonly ReportableMessage[] }
);

const requested = createObservable<SafetyDialogRequest | undefined>(undefined);

/** Opens the dialog for it, over whatever page is shown and also when that page changes by it. Without one, closes it. */
export const openSafetyDialog = requested.set;

export const requestedSafetyDialog = requested.get;

/** Calls back at each change, until the function it gives is called. */
export const onRequestedSafetyDialog = requested.subscribe;
