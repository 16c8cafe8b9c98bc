import type { LegalPageName } from "@commonlane/contract/community";
import type { LegalText } from "@commonlane/contract/legal";

const texts = new Map<LegalPageName, LegalText>();

/** The community's own text of a page, if it has been loaded. */
export function findOwnText(page: LegalPageName): LegalText | undefined {
  return texts.get(page);
}

/** Replaces all texts; the server passes those of the page's language before it renders a page. */
export function setOwnTexts(all: readonly LegalText[]): void {
  texts.clear();
  for (const text of all) texts.set(text.page, text);
}

export const storeOwnText = (text: LegalText): void => void texts.set(text.page, text);
