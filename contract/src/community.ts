/**
 * What a community calls itself and reckons with, as its operator set it. The page carries it in its head. Kept free of
 * schemas, because every page reads it before anything else is fetched.
 */
export interface Community {
  name: string;
  supportEmail: string;
  /** A page of the community elsewhere, opened from the footer. */
  socialUrl: string;
  /** ISO 4217. */
  currency: string;
  /** When the legal texts were last changed, in words. */
  legalUpdated: string;
  /** The legal pages whose text is the operator's own; it is served at `legalTextPath`. */
  ownLegalTexts: readonly LegalPageName[];
  /** Nothing where the map that comes with the product is shown. */
  basemap: OwnBasemap | null;
}

/** A map of the operator's choice under the journeys. */
export interface OwnBasemap {
  /** A file of tiles, a style with everything it names, or pictures by `{z}/{x}/{y}`. */
  kind: "pmtiles" | "style" | "raster";
  /** An address elsewhere, or a path of this server. */
  url: string;
  /** Whose data it is, in words; it stands on every map. */
  credit: string;
}

export const legalPageNames = ["privacy-policy", "terms-of-use"] as const;
export type LegalPageName = (typeof legalPageNames)[number];

/** Where the operator's own text of a legal page is, and the name of its file in their folder. */
export const legalTextPath = (page: LegalPageName): `/legal/${string}` => `/legal/${page}.md`;

/** The name of the meta element that carries it, as JSON. */
export const COMMUNITY_META = "commonlane-community";
