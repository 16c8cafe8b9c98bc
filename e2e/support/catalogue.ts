import type { Language } from "@commonlane/contract/languages";
import { type CatalogueName, readCatalogue } from "../../web/build/catalogues.ts";

/** Texts of the product in a language, found by their English ones. */
export interface Texts {
  /** The translation of a text without placeholders. Throws if the catalogue does not have it. */
  (english: string): string;
  /** What a text with placeholders may look like. */
  readonly like: (english: string) => RegExp;
}

const PLACEHOLDER = /\{\w+(?:, *(?:plural|select)[^]*)?\}/g;
/** Names of roles have plain spaces where a text has narrow or no-break ones, as French has before a question mark. */
const escaped = (text: string) =>
  text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`).replaceAll(/\s+/g, String.raw`\s+`);

/** Reads the translators' file of a language, so that a test need not know it. */
export async function readTexts(language: Language, name: CatalogueName = "web"): Promise<Texts> {
  const [english, translated] = await Promise.all([
    readCatalogue("en", name),
    readCatalogue(language, name),
  ]);
  const byText = new Map(
    Object.entries(english).map(([id, { message = "", translation }]) => [
      message || (translation ?? ""),
      language === "en" ? translation : translated[id]?.translation,
    ]),
  );
  const find = (text: string): string => {
    const found = byText.get(text);
    if (!found) throw new Error(`locales/${language}/${name}.po has no translation of "${text}".`);
    return found;
  };
  const like = (text: string) =>
    new RegExp(find(text).split(PLACEHOLDER).map(escaped).join("[^]*"));
  return Object.assign(find, { like });
}
