import type { LegalPageName } from "@commonlane/contract/community";
import type { LegalText } from "@commonlane/contract/legal";
import { communitySettings } from "#shared/community-settings.ts";
import { loadChunk } from "#shared/load-chunk.ts";
import { lazyScreen } from "#shared/ui/lazy-screen.tsx";

/** Shows the community's own text of a page. Most communities have none, so its Markdown is loaded only if there is one. */
export const OwnLegalText = lazyScreen(() => import("./OwnLegalText.tsx"), "OwnLegalText");

const texts = new Map<LegalPageName, LegalText>();

/** The community's own text of a page, if it has been loaded. */
export const findOwnText = (page: LegalPageName): LegalText | undefined => texts.get(page);

/** Replaces all texts; the server passes those of the page's language before it renders a page. */
export function setOwnTexts(all: readonly LegalText[]): void {
  texts.clear();
  for (const text of all) texts.set(text.page, text);
}

export const storeOwnText = (text: LegalText): void => void texts.set(text.page, text);

/** Loads the community's own text of a page, and what shows it, before the page is first shown, if there is one. */
export async function preloadOwnText(page: LegalPageName): Promise<void> {
  if (!communitySettings.customLegalTexts.includes(page)) return;
  const loadText = async () => {
    if (texts.has(page)) return;
    const { fetchOwnText } = await loadChunk("fetchOwnText", () => import("./fetch-own-text.ts"));
    await fetchOwnText(page);
  };
  // The page tries again and explains a failure.
  await Promise.allSettled([OwnLegalText.fetch(), loadText()]);
}
