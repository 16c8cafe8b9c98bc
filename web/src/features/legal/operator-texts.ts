import { type LegalPageName, legalTextPath } from "@commonlane/contract/community";
import type { Language } from "@commonlane/contract/languages";
import { communitySettings } from "#shared/community-settings.ts";
import { activeLanguage } from "#shared/language/messages.ts";
import { type OperatorText, parseOperatorText } from "./operator-text.ts";

const texts = new Map<`${Language} ${LegalPageName}`, OperatorText>();

/** The operator's own text of a page in the reader's language, if it has been loaded. */
export const findOperatorText = (name: LegalPageName): OperatorText | undefined =>
  texts.get(`${activeLanguage()} ${name}`);

export function addOperatorText(name: LegalPageName, language: Language, markdown: string): OperatorText {
  const text = parseOperatorText(markdown);
  texts.set(`${language} ${name}`, text);
  return text;
}

/** Loads the operator's own text before its page is first shown, if there is one. */
export async function preloadOperatorText(name: LegalPageName): Promise<void> {
  if (!communitySettings.customLegalTexts.includes(name) || findOperatorText(name)) return;
  // The page tries again and explains a failure.
  await fetchOperatorText(name).catch(() => {});
}

/** Loads the operator's own text of a page in the reader's language. */
export async function fetchOperatorText(name: LegalPageName): Promise<OperatorText> {
  const language = activeLanguage();
  const response = await fetch(`${legalTextPath(name)}?lang=${language}`);
  if (!response.ok) throw new Error(`${name} answered ${response.status}.`);
  return addOperatorText(name, language, await response.text());
}
