import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type LegalPageName, legalPageNames } from "@commonlane/contract/community";
import type { LegalText } from "@commonlane/contract/legal";
import { type Language, LANGUAGES } from "@commonlane/contract/languages";
import type { Context } from "../context.ts";
import { formatDay } from "../i18n/formats.ts";
import type { Settings } from "../settings.ts";

/** The variable whose folder fixes legal texts. */
export const LEGAL_FILES_VARIABLE = "LEGAL_DIR";
export type LegalFiles = ReadonlyMap<LegalPageName, string>;
type LegalContext = Pick<Context, "settings" | "community">;

const files = new WeakMap<Settings, LegalFiles>();

/** The legal texts in the operator's folder, as of the start of the server. Throws what readLegalFiles throws. */
export function legalFiles(settings: Settings): LegalFiles {
  const texts = files.get(settings) ?? readLegalFiles(settings.LEGAL_DIR);
  files.set(settings, texts);
  return texts;
}

/** Throws if the folder contains no text or an empty one, so that no page is blank by mistake. */
function readLegalFiles(folder: string | undefined): LegalFiles {
  if (folder === undefined) return new Map();
  const texts = legalPageNames.flatMap((page): [LegalPageName, string][] => {
    const file = join(folder, `${page}.md`);
    return existsSync(file) ? [[page, readFileSync(file, "utf8")]] : [];
  });
  const [emptyPage] = texts.find(([, text]) => text.trim() === "") ?? [];
  if (emptyPage) throw new Error(`LEGAL_DIR: ${emptyPage}.md is empty.`);
  if (texts.length === 0)
    throw new Error(`LEGAL_DIR: ${folder} holds none of ${legalPageNames.join(".md, ")}.md.`);
  return new Map(texts);
}

/** Legal pages with a text of the community's own, from a file or published in the console. */
export function listOwnLegalPages({ settings, community }: LegalContext): LegalPageName[] {
  const fromFiles = legalFiles(settings);
  const { texts } = community.publishedTexts;
  return legalPageNames.filter(
    (name) => fromFiles.has(name) || texts.some(({ page }) => page === name),
  );
}

/**
 * The community's own text of a page: the operator's file, else the published text in this language, else in the
 * community's language, else in any. Undefined if there is none.
 */
export function findOwnLegalText(
  ctx: LegalContext,
  page: LegalPageName,
  language: Language,
): LegalText | undefined {
  const { settings, community } = ctx;
  const file = legalFiles(settings).get(page);
  if (file !== undefined)
    return {
      page,
      language: null,
      updated: settings.LEGAL_UPDATED,
      body: file,
    };
  const texts = community.publishedTexts.texts.filter((text) => text.page === page);
  for (const wanted of [language, community.language, ...LANGUAGES]) {
    const text = texts.find((text) => text.language === wanted);
    if (text)
      return {
        page,
        language: wanted,
        updated: formatDay(language, text.publishedAt),
        body: text.body,
      };
  }
  return undefined;
}

/** All of the community's own texts as a page in this language shows them. */
export function listOwnLegalTexts(ctx: LegalContext, language: Language): LegalText[] {
  return listOwnLegalPages(ctx).flatMap((page) => findOwnLegalText(ctx, page, language) ?? []);
}
