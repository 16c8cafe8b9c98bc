import { readFileSync } from "node:fs";
import { formattingTag, type Language } from "@commonlane/contract/languages";
import type { Message, MessageValues, PlaceholderIn } from "@commonlane/contract/message";
import { I18n } from "@lingui/core";
import { formatter } from "@lingui/format-po";
import { compileMessage } from "@lingui/message-utils/compileMessage";

/** A message without placeholders needs no values. */
type ValuesArgument<Text extends string> = [PlaceholderIn<Text>] extends [never]
  ? [values?: MessageValues<Text>]
  : [values: MessageValues<Text>];

/** A message in a language; in English if the language has no translation of it. */
export function translate<Text extends string>(
  language: Language,
  message: Message<Text>,
  ...[values]: ValuesArgument<Text>
): string {
  const key = messageKey(message);
  const i18n = formatterOf(language);
  if (!Object.hasOwn(i18n.messages, key))
    i18n.load(language, { [key]: compileMessage(translatedText(language, message)) });
  return i18n.t(key, values && protectBackslashes(values)).replaceAll(BACKSLASH_STAND_IN, "\\");
}

export type Translate = <Text extends string>(
  message: Message<Text>,
  ...values: ValuesArgument<Text>
) => string;

/** `translate` for one language. */
export const translatorFor =
  (language: Language): Translate =>
  (message, ...values) =>
    translate(language, message, ...values);

/** Translates an English text that was declared with `translatable`; any other text is returned as it is. */
export const translateText = (language: Language, text: string): string =>
  translatedText(language, { text });

/** A text that is put into a language later: declared with `translatable`, or made by `localText`. */
export type LocalText = string | ((language: Language) => string);

export const localText =
  <Text extends string>(message: Message<Text>, ...values: ValuesArgument<Text>): LocalText =>
  (language) =>
    translate(language, message, ...values);

export const renderText = (language: Language, text: LocalText): string =>
  typeof text === "string" ? translateText(language, text) : text(language);

const formatters = new Map<Language, I18n>();

/** The compiled messages of a language, each compiled when it is first used. */
function formatterOf(language: Language): I18n {
  const known = formatters.get(language);
  if (known) return known;
  const i18n = new I18n({
    locale: language,
    locales: formattingTag(language),
    messages: { [language]: {} },
  });
  formatters.set(language, i18n);
  return i18n;
}

/** Replaces a backslash in a value: the formatter would read `\u0041` in a user's text as a letter. */
const BACKSLASH_STAND_IN = "\u{E000}";

function protectBackslashes<Values extends Readonly<Record<string, string | number>>>(
  values: Values,
): Values {
  const hasBackslash = Object.values(values).some(
    (value) => typeof value === "string" && value.includes("\\"),
  );
  if (!hasBackslash) return values;
  const pairs = Object.entries(values).map(([name, value]) => [
    name,
    typeof value === "string" ? value.replaceAll("\\", BACKSLASH_STAND_IN) : value,
  ]);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- same names, and texts stay texts
  return Object.fromEntries(pairs) as Values;
}

const LOCALES = new URL("../../../../locales/", import.meta.url);

/** Translations of one language by message key. */
type Catalogue = ReadonlyMap<string, string>;
const catalogues = new Map<Language, Catalogue>();

/** Identifies a message in a catalogue. */
function messageKey({ text, context = "" }: Message): string {
  return `${context}\u0004${text}`;
}

/** The translated text, or the English one if there is none. */
const translatedText = (language: Language, message: Message): string =>
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
