import { existsSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Language } from "@commonlane/contract/languages";
import type { Community, LegalPageName } from "@commonlane/contract/community";
import { hashName } from "../../name-hash.ts";
import { type LegalTexts, legalTextsIn } from "./legal-texts.ts";

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

interface PrerenderModule {
  readonly prerenderedPaths: readonly string[];
  readonly prerender: (
    path: string,
    options: {
      readonly community: Community;
      readonly language: Language;
      readonly legalTexts: ReadonlyMap<LegalPageName, string>;
    },
  ) => Promise<PrerenderedPage>;
  readonly pageTexts: (options: { readonly community: Community; readonly language: Language }) => Promise<PageTexts>;
}

/** Renders the public pages of the web app with this community's settings, each when it is first requested. */
export class PrerenderedPages {
  readonly #folder: string;
  readonly #community: Community;
  readonly #legalTexts: LegalTexts;
  #module: Promise<PrerenderModule | undefined> | undefined;

  constructor(folder: string, community: Community, legalTexts: LegalTexts) {
    this.#folder = folder;
    this.#community = community;
    this.#legalTexts = legalTexts;
  }

  /** Returns undefined for any other path, and if the build has no prerendered pages. */
  async render(path: string, language: Language): Promise<PrerenderedPage | undefined> {
    const module = await this.#instance();
    if (!module?.prerenderedPaths.includes(path)) return undefined;
    const legalTexts = legalTextsIn(this.#legalTexts, language);
    return module.prerender(path, { community: this.#community, language, legalTexts });
  }

  /** Returns undefined if the build has no prerendered pages. */
  async texts(language: Language): Promise<PageTexts | undefined> {
    const module = await this.#instance();
    return module?.pageTexts({ community: this.#community, language });
  }

  #instance(): Promise<PrerenderModule | undefined> {
    return (this.#module ??= this.#load());
  }

  async #load(): Promise<PrerenderModule | undefined> {
    const file = join(this.#folder, PRERENDER_FILE);
    if (!existsSync(file)) return undefined;
    // An instance of the module is for one community; the maps of its regions change, but are on no page.
    const { regionMaps: _, ...settings } = this.#community;
    const instance = hashName(JSON.stringify(settings));
    const module: unknown = await import(`${pathToFileURL(file).href}?${instance}`);
    if (!isPrerenderModule(module)) throw new Error(`${PRERENDER_FILE} does not export what the server needs.`);
    return module;
  }
}

const isPrerenderModule = (module: unknown): module is PrerenderModule =>
  typeof module === "object" && module !== null && "prerender" in module && "pageTexts" in module;
