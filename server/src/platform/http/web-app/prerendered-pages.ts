import { existsSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { type Language, LANGUAGES } from "@commonlane/contract/languages";
import type { LegalText } from "@commonlane/contract/legal";
import type { Community } from "@commonlane/contract/community";
import { hashName } from "#platform/hashes.ts";
import type { Brand } from "../../branding/brand.ts";
import { previewTags } from "./branding.ts";

/** Built from web/src/app/prerender.tsx. */
export const PRERENDER_FILE = "prerender.mjs";

export interface PrerenderedPage {
  readonly title: string;
  readonly markup: string;
}
/** Texts in the head of every page, and for browsers without scripts. */
export interface PageTexts {
  readonly description: string;
  readonly needsScripts: string;
}

export interface PrerenderOptions {
  readonly community: Community;
  readonly language: Language;
  /** The community's own legal texts in this language. */
  readonly legalTexts: readonly LegalText[];
}

interface PrerenderModule {
  readonly prerenderedPaths: readonly string[];
  readonly prerender: (path: string, options: PrerenderOptions) => Promise<PrerenderedPage>;
  readonly pageTexts: (options: PrerenderOptions) => Promise<PageTexts>;
}

/** Every failed attempt takes the memory of a module. */
const RETRY_AFTER_MS = 10_000;

/** Renders the public pages of the web app with this community's settings, each when it is first requested. */
export class PrerenderedPages {
  readonly #folder: string;
  #module: Promise<PrerenderModule | undefined> | undefined;
  #loadAgainAtMs = 0;
  #attempts = 0;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Returns undefined for any other path, and if the build has no prerendered pages. */
  async render(path: string, options: PrerenderOptions): Promise<PrerenderedPage | undefined> {
    const module = await this.#instance(options.community);
    return module?.prerenderedPaths.includes(path) ? module.prerender(path, options) : undefined;
  }

  /** Returns undefined if the build has no prerendered pages. */
  async texts(options: PrerenderOptions): Promise<PageTexts | undefined> {
    const module = await this.#instance(options.community);
    return module?.pageTexts(options);
  }

  #instance(community: Community): Promise<PrerenderModule | undefined> {
    if (this.#module && performance.now() < this.#loadAgainAtMs) return this.#module;
    const attempt = this.#load(community);
    this.#module = attempt;
    this.#loadAgainAtMs = Infinity;
    attempt.catch(() => (this.#loadAgainAtMs = performance.now() + RETRY_AFTER_MS));
    return attempt;
  }

  async #load(community: Community): Promise<PrerenderModule | undefined> {
    const file = join(this.#folder, PRERENDER_FILE);
    if (!existsSync(file)) return undefined;
    // An instance of the module is for one community. It is passed the footer of each language; the maps of regions
    // change, but are on no page.
    const { regionMaps: _, footer: __, ...settings } = community;
    const instance = hashName(JSON.stringify(settings));
    // Node keeps a module that failed, under its address.
    this.#attempts += 1;
    const address = `${pathToFileURL(file).href}?${instance}.${this.#attempts}`;
    const module: unknown = await import(address);
    if (!isPrerenderModule(module))
      throw new Error(`${PRERENDER_FILE} does not export what the server needs.`);
    return module;
  }
}

const isPrerenderModule = (module: unknown): module is PrerenderModule =>
  typeof module === "object" && module !== null && "prerender" in module && "pageTexts" in module;

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
