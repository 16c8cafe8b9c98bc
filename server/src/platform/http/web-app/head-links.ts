import { type Language, LANGUAGES } from "@commonlane/contract/languages";
import type { Brand } from "../../branding/brand.ts";
import { previewTags } from "./branding.ts";
import type { PrerenderedPage } from "./prerendered-pages.ts";

interface HeadOptions {
  readonly site: string;
  readonly path: string;
  readonly language: Language;
  readonly fallback: Language;
  readonly brand: Brand;
}

export const headLinks = (
  { site, path, language, fallback, brand }: HeadOptions,
  { title }: PrerenderedPage,
): string[] => [
  ...addressLinks(`${site}${path}`, language, fallback),
  ...previewTags(brand, { site, title }),
];

/** The address for search engines, and the same page in each language. */
function addressLinks(address: string, language: Language, fallback: Language): string[] {
  const inLanguage = (code: Language) =>
    escapeAttribute(code === fallback ? address : `${address}?lang=${code}`);
  return [
    `<link rel="canonical" href="${inLanguage(language)}" />`,
    `<link rel="alternate" hreflang="x-default" href="${inLanguage(fallback)}" />`,
    ...LANGUAGES.map(
      (code) => `<link rel="alternate" hreflang="${code}" href="${inLanguage(code)}" />`,
    ),
  ];
}

const ENTITIES: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};
export const escapeAttribute = (text: string) =>
  text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
