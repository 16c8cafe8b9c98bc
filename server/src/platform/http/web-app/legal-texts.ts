import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type LegalPageName, legalPageNames, legalTextPath } from "@commonlane/contract/community";
import { type Language, LANGUAGES } from "@commonlane/contract/languages";
import type { FastifyInstance } from "fastify";
import { PAGE_LANGUAGE_VARY, pageLanguage } from "../page-language.ts";

/** A legal text of the operator. */
export interface OperatorText {
  /** In the community's language, for readers of languages without a translation. */
  readonly text: string;
  readonly translations: ReadonlyMap<Language, string>;
}
export type LegalTexts = ReadonlyMap<LegalPageName, OperatorText>;

/**
 * Reads the operator's own legal texts, by page, with their translations such as `terms-of-use.de.md`. Throws if the
 * folder contains none, an empty one or only a translation, so that no page is blank by mistake.
 */
export function readLegalTexts(folder: string | undefined): LegalTexts {
  if (folder === undefined) return new Map();
  const read = (name: string): string | undefined => {
    const file = join(folder, name);
    if (!existsSync(file)) return undefined;
    const text = readFileSync(file, "utf8");
    if (text.trim() === "") throw new Error(`LEGAL_DIR: ${name} is empty.`);
    return text;
  };
  const texts = legalPageNames.flatMap((page): [LegalPageName, OperatorText][] => {
    const text = read(`${page}.md`);
    const translations = LANGUAGES.flatMap((language): [Language, string][] => {
      const translation = read(`${page}.${language}.md`);
      return translation === undefined ? [] : [[language, translation]];
    });
    if (text !== undefined) return [[page, { text, translations: new Map(translations) }]];
    if (translations.length > 0) throw new Error(`LEGAL_DIR: ${page}.md is missing, but not its translation.`);
    return [];
  });
  if (texts.length === 0) throw new Error(`LEGAL_DIR: ${folder} holds neither ${legalPageNames.join(".md nor ")}.md.`);
  return new Map(texts);
}

/** The texts that a reader of this language gets. */
export const legalTextsIn = (texts: LegalTexts, language: Language): ReadonlyMap<LegalPageName, string> =>
  new Map([...texts].map(([page, { text, translations }]) => [page, translations.get(language) ?? text]));

/** Serves the texts as they were at the start, in the reader's language. */
export function serveLegalTexts(http: FastifyInstance, texts: LegalTexts, communityLanguage: Language): void {
  for (const [page, { text, translations }] of texts) {
    http.get(legalTextPath(page), (request, reply) => {
      const wanted = pageLanguage(request, communityLanguage);
      const translation = translations.get(wanted);
      void reply.type("text/markdown; charset=utf-8").headers({
        "cache-control": "no-cache",
        "content-language": translation === undefined ? communityLanguage : wanted,
        vary: PAGE_LANGUAGE_VARY,
      });
      return reply.send(translation ?? text);
    });
  }
}
