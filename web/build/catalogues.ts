import { directionOf, isLanguage } from "@commonlane/contract/languages";
import { compileMessage } from "@lingui/message-utils/compileMessage";
import type { Plugin } from "vite";
import { isolatePlaceholders } from "./isolate-placeholders.ts";
import { pseudoMessage } from "./pseudo.ts";
import { catalogueFile, readCatalogue } from "./read-catalogue.ts";

/**
 * Source files whose texts a visitor needs before signing in: the landing page, the forms to sign in and register, and
 * what every page shows. A text used here and elsewhere belongs to this part.
 */
const START =
  /^src\/(?:features\/(?:landing|accounts)|shared\/(?:ui|forms|password|session|captcha|connection|api)|app\/(?!pages|background|shell))/;
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
                  origin.some(([path]) => START.test(path)) === (part === "start"),
              )
              .flatMap(([key, { translation }]) =>
                translation ? [[key, compile(translation, language)]] : [],
              );
      return `export default ${JSON.stringify(Object.fromEntries(compiled))};`;
    },
  };
}
