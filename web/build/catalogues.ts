import { directionOf, isLanguage } from "@commonlane/contract/languages";
import { compileMessage } from "@lingui/message-utils/compileMessage";
import type { Plugin } from "vite";
import { pseudoMessage } from "./pseudo.ts";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { formatter } from "@lingui/format-po";

/** Web app or server, which each have their texts in a file of their own. */
export type CatalogueName = "web" | "server";

const catalogueFile = (language: string, name: CatalogueName): string =>
  join(import.meta.dirname, "../../locales", language, `${name}.po`);

/** The messages of a language by their ids, as the translators' file has them. */
export async function readCatalogue(language: string, name: CatalogueName) {
  const filename = catalogueFile(language, name);
  const text = await readFile(filename, "utf8");
  return formatter().parse(text, {
    locale: language,
    sourceLocale: "en",
    filename,
  });
}

/** First strong isolate, and its end (Unicode UAX 9). */
const ISOLATE = "\u2068";
const END = "\u2069";
/** A sign without width that has a direction, as a letter has it. */
const RIGHT_TO_LEFT = "\u200F";

/**
 * A compiled message of a language that is written from right to left: each value has the direction of its own first
 * letter, so that "Ada L.", "+49 151" and "A–B" keep their order inside the sentence. A message of nothing but values
 * and signs, such as "{day}, {time}", starts with a sign that has a direction: as a value of another message it would
 * be written from left to right, because letters inside of isolates do not count.
 */
export function isolatePlaceholders(compiled: unknown): unknown {
  if (!Array.isArray(compiled)) return compiled;
  const hasDirection = compiled.some((token: unknown) =>
    Array.isArray(token) ? token.length > 1 : DIRECTED.test(String(token)),
  );
  const tokens = isolateTokens(compiled);
  return hasDirection ? tokens : [RIGHT_TO_LEFT, ...tokens];
}

const DIRECTED = /[\p{L}\u200E\u200F]/u;

function isolateTokens(compiled: readonly unknown[]): unknown[] {
  return compiled.flatMap((token: unknown) => {
    if (!Array.isArray(token)) return [token];
    const [name, type, forms] = token as readonly unknown[];
    if (type === undefined) return [ISOLATE, token, END];
    if (typeof forms !== "object" || forms === null) return [token];
    const isolated = Object.entries(forms).map(([form, value]) => [
      form,
      isolatePlaceholders(value),
    ]);
    return [[name, type, Object.fromEntries(isolated)]];
  });
}

/**
 * Source files whose texts a visitor needs before signing in: the landing page, the forms to sign in and register, and
 * what every page shows. A text used here and elsewhere belongs to this part.
 */
const START =
  /^src\/(?:features\/(?:landing|accounts)|shared\/(?:ui|forms|password|session|captcha|connection|api|passkeys|formatting\/format\.|profile\/NameFields)|app\/(?!pages|background|shell))/;

/** Whether the texts of a file below `web/` are there before the sign-in. */
export const isStartSource = (file: string): boolean => START.test(file);

const MODULE = /^catalogue:([a-z]+)\/(start|rest|all)$/;

/** Names the chunks of catalogues after their language and part, so that they can be measured. */
export const chunkFileName = ({ facadeModuleId }: { facadeModuleId?: string | null }): string => {
  const [, language, part] = MODULE.exec(facadeModuleId?.slice(1) ?? "") ?? [];
  return `assets/${language === undefined ? "[name]" : `texts-${language}-${part}`}-[hash].js`;
};

function compile(translation: string, language: string): unknown {
  const compiled: unknown = compileMessage(translation);
  return isLanguage(language) && directionOf(language) === "rtl"
    ? isolatePlaceholders(compiled)
    : compiled;
}

/**
 * Provides the modules `catalogue:⟨language⟩/start` and `catalogue:⟨language⟩/rest`: the two parts of a language's
 * translations, compiled, by message id. A missing translation is left out, and its English text is shown.
 * `catalogue:pseudo/all` has every English text with accents instead.
 */
export function catalogues(): Plugin {
  return {
    name: "catalogues",
    resolveId: (id) => (MODULE.test(id) ? `\0${id}` : undefined),
    async load(id) {
      const [, language, part] = MODULE.exec(id.slice(1)) ?? [];
      if (language === undefined || !id.startsWith("\0")) return undefined;
      const source = language === "pseudo" ? "en" : language;
      this.addWatchFile(catalogueFile(source, "web"));
      const messages = Object.entries(await readCatalogue(source, "web"));
      const compiled =
        language === "pseudo"
          ? messages.map(([key, { message, translation }]) => [
              key,
              pseudoMessage(translation || (message ?? "")),
            ])
          : messages
              .filter(
                ([, { origin = [] }]) =>
                  origin.some(([path]) => isStartSource(path)) === (part === "start"),
              )
              .flatMap(([key, { translation }]) =>
                translation ? [[key, compile(translation, language)]] : [],
              );
      return `export default ${JSON.stringify(Object.fromEntries(compiled))};`;
    },
  };
}
