import type { LegalPageName } from "@commonlane/contract/community";
import { communitySettings } from "#shared/community-settings.ts";
import { loadChunk } from "#shared/load-chunk.ts";
import { lazyScreen } from "#shared/ui/lazy-screen.tsx";
import { findOwnText } from "./own-text-store.ts";

/** Shows the community's own text of a page. Most communities have none, so its Markdown is loaded only if there is one. */
export const OwnLegalText = lazyScreen(() => import("./OwnLegalText.tsx"), "OwnLegalText");

/** Loads the community's own text of a page, and what shows it, before the page is first shown, if there is one. */
export async function preloadOwnText(page: LegalPageName): Promise<void> {
  if (!communitySettings.customLegalTexts.includes(page)) return;
  const loadText = async () => {
    if (findOwnText(page)) return;
    const { fetchOwnText } = await loadChunk("fetchOwnText", () => import("./fetch-own-text.ts"));
    await fetchOwnText(page);
  };
  // The page tries again and explains a failure.
  await Promise.allSettled([OwnLegalText.fetch(), loadText()]);
}
