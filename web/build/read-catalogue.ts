import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { formatter } from "@lingui/format-po";

/** Web app or server, which each have their texts in a file of their own. */
export type CatalogueName = "web" | "server";

export const catalogueFile = (language: string, name: CatalogueName): string =>
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
