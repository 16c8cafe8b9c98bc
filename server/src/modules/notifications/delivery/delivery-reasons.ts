import type { Language } from "@commonlane/contract/languages";
import { message } from "@commonlane/contract/message";
import { translate, translateText } from "#platform/i18n/translate.ts";

const REJECTED = message("The mail server rejected the e-mail ({status}).", {
  comment: "Why an e-mail did not arrive. status: a number that mail servers use.",
});

/** The reason for a refusal of the mail server with this status, as it is stored. */
export const rejectionReason = (status: string): string => translate("en", REJECTED, { status });

/** Why a delivery is in its state, which is stored in English, in the reader's language. */
export function describeReason(language: Language, reason: string): string {
  const status = /\((\d{3})\)\.$/.exec(reason)?.[1];
  return status !== undefined && reason === rejectionReason(status)
    ? translate(language, REJECTED, { status })
    : translateText(language, reason);
}
