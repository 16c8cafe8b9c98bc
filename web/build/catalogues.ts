import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { formatter } from "@lingui/format-po";
import { compileMessage } from "@lingui/message-utils/compileMessage";
import type { Plugin } from "vite";

/**
 * Source files whose texts a visitor needs before signing in: the landing page, the forms to sign in and register, and
 * what every page shows. A text used here and elsewhere belongs to this part.
 */
const START =
  /^src\/(?:features\/(?:landing|accounts)|shared\/(?:ui|forms|password|session|captcha|connection|api)|app\/(?!pages|background|shell))/;
const MODULE = /^catalogue:([a-z]+)\/(start|rest)$/;
const LOCALES = join(import.meta.dirname, "../../locales");

/**
 * Provides the modules `catalogue:⟨language⟩/start` and `catalogue:⟨language⟩/rest`: the two parts of a language's
 * translations, compiled, by message id. A missing translation is left out, and its English text is shown.
 */
export function catalogues(): Plugin {
  return {
    name: "catalogues",
    resolveId: (id) => (MODULE.test(id) ? `\0${id}` : undefined),
    async load(id) {
      const [, language, part] = MODULE.exec(id.slice(1)) ?? [];
      if (language === undefined || !id.startsWith("\0")) return undefined;
      const file = join(LOCALES, language, "web.po");
      this.addWatchFile(file);
      const messages = await formatter().parse(await readFile(file, "utf8"), {
        locale: language,
        sourceLocale: "en",
        filename: file,
      });
      const compiled = Object.entries(messages)
        .filter(([, { origin = [] }]) => origin.some(([path]) => START.test(path)) === (part === "start"))
        .flatMap(([key, { translation }]) => (translation ? [[key, compileMessage(translation)] as const] : []));
      return `export default ${JSON.stringify(Object.fromEntries(compiled))};`;
    },
  };
}
