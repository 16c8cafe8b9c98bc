import type { LegalPageName } from "@commonlane/contract/community";
import { legal, type LegalText } from "@commonlane/contract/legal";
import { isLanguage } from "@commonlane/contract/languages";
import { i18n } from "@lingui/core";
import { call } from "#shared/api/api-client.ts";
import { storeOwnText } from "./own-text-store.ts";

/** Loads the community's own text of a page in the language of the page, or the closest one. */
export async function fetchOwnText(page: LegalPageName): Promise<LegalText> {
  const query = isLanguage(i18n.locale) ? { language: i18n.locale } : {};
  const text = await call(legal.text, {
    params: { page },
    query,
  });
  storeOwnText(text);
  return text;
}
