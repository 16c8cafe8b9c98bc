import type { LegalPageName } from "@commonlane/contract/community";
import { legal, type LegalText } from "@commonlane/contract/legal";
import { isLanguage } from "@commonlane/contract/languages";
import { i18n } from "@lingui/core";
import { call } from "#shared/api/api-client.ts";
import { communitySettings } from "#shared/community-settings.ts";

const texts = new Map<LegalPageName, LegalText>();

/** The community's own text of a page, if it has been loaded. */
export const findOwnText = (page: LegalPageName): LegalText | undefined => texts.get(page);

/** Replaces all texts; the server passes those of the page's language before it renders a page. */
export function setOwnTexts(all: readonly LegalText[]): void {
  texts.clear();
  for (const text of all) texts.set(text.page, text);
}

/** Loads the community's own text of a page before it is first shown, if there is one. */
export async function preloadOwnText(page: LegalPageName): Promise<void> {
  if (!communitySettings.customLegalTexts.includes(page) || texts.has(page)) return;
  // The page tries again and explains a failure.
  await fetchOwnText(page).catch(() => {});
}

/** Loads the community's own text of a page in the language of the page, or the closest one. */
export async function fetchOwnText(page: LegalPageName): Promise<LegalText> {
  const query = isLanguage(i18n.locale) ? { language: i18n.locale } : {};
  const text = await call(legal.text, { params: { page }, query });
  texts.set(page, text);
  return text;
}
