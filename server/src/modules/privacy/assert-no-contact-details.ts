import { translatable } from "@commonlane/contract/message";
import { Problem } from "#platform/http/problem.ts";
import { maskText } from "./mask-contact-details.ts";

const WITHOUT_CONTACT_DETAILS = translatable(
  "Leave out phone numbers, e-mail addresses and links.",
);

/** For texts that strangers read before anything is agreed. @throws Problem invalid_input with every wrong field */
export function assertNoContactDetails(
  texts: Readonly<Record<string, string | null | undefined>>,
): void {
  const wrong = Object.entries(texts).filter(([, text]) => text && maskText(text, false) !== text);
  if (wrong.length > 0)
    throw new Problem("invalid_input", {
      fields: Object.fromEntries(wrong.map(([field]) => [field, WITHOUT_CONTACT_DETAILS])),
    });
}
