import { readFileSync } from "node:fs";
import type { Language } from "@commonlane/contract/languages";
import type { Message } from "@commonlane/contract/message";
import { formatter } from "@lingui/format-po";

const LOCALES = new URL("../../../../locales/", import.meta.url);

/** Translations of one language by message key. */
type Catalogue = ReadonlyMap<string, string>;
const catalogues = new Map<Language, Catalogue>();

/** Identifies a message in a catalogue. */
export function messageKey({ text, context = "" }: Message): string {
  return `${context}\u0004${text}`;
}

/** The translated text, or the English one if there is none. */
export const translatedText = (language: Language, message: Message): string =>
  language === "en"
    ? message.text
    : (findCatalogue(language).get(messageKey(message)) ?? message.text);

/** Catalogues are read when their language is first used, about 20 ms once. */
function findCatalogue(language: Language): Catalogue {
  const known = catalogues.get(language);
  if (known) return known;
  const catalogue = readCatalogue(language);
  catalogues.set(language, catalogue);
  return catalogue;
}

function readCatalogue(language: Language): Catalogue {
  const filename = new URL(`${language}/server.po`, LOCALES);
  const parsed = formatter().parse(readFileSync(filename, "utf8"), {
    locale: language,
    sourceLocale: "en",
    filename: filename.pathname,
  });
  if (parsed instanceof Promise) throw new Error("Catalogues are parsed at once.");
  return new Map(
    Object.values(parsed).flatMap(({ message = "", context = "", translation = "", obsolete }) =>
      translation === "" || obsolete
        ? []
        : [
            [
              messageKey({
                text: message,
                context,
              }),
              translation,
            ] as const,
          ],
    ),
  );
}
