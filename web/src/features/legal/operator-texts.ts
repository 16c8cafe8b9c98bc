import { type LegalPageName, legalTextPath } from "@commonlane/contract/community";
import { communitySettings } from "#shared/community-settings.ts";
import { type OperatorText, parseOperatorText } from "./operator-text.ts";

const texts = new Map<LegalPageName, OperatorText>();

/** The operator's own text of a page, if it has been loaded. */
export const findOperatorText = (name: LegalPageName): OperatorText | undefined => texts.get(name);

export function addOperatorText(name: LegalPageName, markdown: string): OperatorText {
  const text = parseOperatorText(markdown);
  texts.set(name, text);
  return text;
}

/** Loads the operator's own text before its page is first shown, if there is one. */
export async function preloadOperatorText(name: LegalPageName): Promise<void> {
  if (!communitySettings.customLegalTexts.includes(name) || texts.has(name)) return;
  // The page tries again and explains a failure.
  await fetchOperatorText(name).catch(() => {});
}

/** Loads the operator's own text of a page. */
export async function fetchOperatorText(name: LegalPageName): Promise<OperatorText> {
  const response = await fetch(legalTextPath(name));
  if (!response.ok) throw new Error(`${name} answered ${response.status}.`);
  return addOperatorText(name, await response.text());
}
