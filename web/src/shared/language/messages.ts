import { directionOf, isLanguage, type Language } from "@commonlane/contract/languages";
import { i18n, type Messages } from "@lingui/core";
import { loadChunk } from "../load-chunk.ts";
import { readerLocale } from "./reader-region.ts";

/** What a visitor reads before signing in, and everything else. */
export type MessagePart = "start" | "rest";
type Load = () => Promise<{ default: Messages }>;

/** The English text in the source is the message itself, so English needs no catalogue. */
const catalogues: Readonly<Record<Exclude<Language, "en">, Record<MessagePart, Load>>> = {
  ar: {
    start: () => import("catalogue:ar/start"),
    rest: () => import("catalogue:ar/rest"),
  },
  de: {
    start: () => import("catalogue:de/start"),
    rest: () => import("catalogue:de/rest"),
  },
  es: {
    start: () => import("catalogue:es/start"),
    rest: () => import("catalogue:es/rest"),
  },
  fr: {
    start: () => import("catalogue:fr/start"),
    rest: () => import("catalogue:fr/rest"),
  },
};

const loaded = new Set<string>();

/** The language that the app is shown in. */
export function activeLanguage(): Language {
  return isLanguage(i18n.locale) ? i18n.locale : "en";
}

/** Loads a part of a language's messages once. Throws a ChunkLoadError if that fails. */
export async function loadMessages(
  part: MessagePart,
  language: Language = activeLanguage(),
): Promise<void> {
  const name = `${language}/${part}`;
  if (language === "en" || loaded.has(name)) return;
  const { default: messages } = await loadChunk(name, catalogues[language][part]);
  loaded.add(name);
  i18n.load(language, messages);
}

/** Shows the app in a language whose messages have been loaded. */
export function activateLanguage(language: Language): void {
  if (language === "en") i18n.load("en", {});
  i18n.activate(language, readerLocale(language));
}

/**
 * Shows the open page in another language, once its messages have been loaded. Throws a ChunkLoadError if that fails.
 */
export async function switchLanguage(language: Language): Promise<void> {
  await Promise.all([loadMessages("start", language), loadMessages("rest", language)]);
  activateLanguage(language);
  declareLanguage(language);
}

/** Declares the active language of the page to the browser and to screen readers. */
export function declareLanguage(language: Language): void {
  document.documentElement.lang = language;
  document.documentElement.dir = directionOf(language);
}
