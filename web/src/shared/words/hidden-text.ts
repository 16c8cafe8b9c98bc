import { type ContactKind, hideContacts } from "@commonlane/contract/contact-details";
import { i18n } from "@lingui/core";
import { msg } from "@lingui/core/macro";

/** What of a text the other one is not shown, in a sentence. */
export function hiddenText(hidden: readonly ContactKind[]): string {
  const names: Record<ContactKind, string> = {
    phone: i18n._(msg`phone numbers`),
    email: i18n._(msg`e-mail addresses`),
    link: i18n._(msg`links`),
  };
  return new Intl.ListFormat(i18n.locale || "en", { type: "conjunction" }).format(hidden.map((kind) => names[kind]));
}

/** What of one's own words strangers are not shown; nothing where they are shown all of it. */
export function hiddenOf(text: string): string | undefined {
  const { hidden } = hideContacts(text);
  return hidden.length > 0 ? hiddenText(hidden) : undefined;
}

/** What to say of it while it is written. */
export function maskHint(text: string): string | undefined {
  const hidden = hiddenOf(text);
  return hidden && i18n._(msg`Until a seat is accepted, the other side does not see ${hidden}.`);
}
