import { formattingTag } from "@commonlane/contract/languages";
import { i18n } from "@lingui/core";

const KEY = "pseudo-language";

/**
 * In development, `?lang=pseudo` shows every extracted text with accents, longer and in brackets, until the tab is closed
 * or `?lang=en` is opened. What stays plain is not extracted, and what is cut would be cut in German.
 */
export async function showPseudoLanguage(requested: string | null): Promise<void> {
  if (requested !== null) sessionStorage.setItem(KEY, requested);
  if (sessionStorage.getItem(KEY) !== "pseudo") return;
  const { default: messages } = await import("catalogue:pseudo/all");
  i18n.load("en", messages);
  i18n.activate("en", formattingTag("en"));
}
