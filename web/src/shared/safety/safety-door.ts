import type { Reported } from "@commonlane/contract/reports";
import { toldValue } from "../told-value.ts";

/** Who it is about. */
export interface Named {
  readonly uid: string;
  readonly displayName: string;
}
/** Something that somebody said in a chat. */
export interface ReportableMessage {
  readonly id: string;
  readonly text: string;
  readonly person: Named;
}
/** What somebody wants to do about a person: keep them away, or tell the operators of something of theirs. */
export type SafetyWanted = { readonly person: Named } & (
  | { readonly deed: "block" }
  | { readonly deed: "report"; readonly about: Reported }
  /** One of these messages, the newest last, which is by `person`. */
  | { readonly deed: "report-message"; readonly messages: readonly ReportableMessage[] }
);

const wanted = toldValue<SafetyWanted | undefined>(undefined);

/** Opens the dialog for it, over whatever page is shown and also when that page changes by it. Without one, closes it. */
export const wantSafety = wanted.set;

export const wantedSafety = wanted.get;

/** Calls back at each change, until the function it gives is called. */
export const onWantedSafety = wanted.subscribe;
