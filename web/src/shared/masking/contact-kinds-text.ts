import type { ContactKind } from "@commonlane/contract/contact-details/contact-details";
import { i18n } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { listFormat } from "#shared/formatting/formatters.ts";

/** Phrase for the masked kinds of contact details. */
export function formatContactKinds(kinds: readonly ContactKind[]): string {
  const names: Record<ContactKind, string> = {
    phone: i18n._(msg`phone numbers`),
    email: i18n._(msg`e-mail addresses`),
    link: i18n._(msg`links`),
    handle: i18n._(msg`user names`),
  };
  return listFormat({ type: "conjunction" }).format(kinds.map((kind) => names[kind]));
}
