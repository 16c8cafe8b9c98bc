/**
 * What a community calls itself and reckons with, as its operator set it. The page carries it in its head. Kept free of
 * schemas, because every page reads it before anything else is fetched.
 */
export interface Community {
  name: string;
  supportEmail: string;
  /** A page of the community elsewhere, opened from the footer. */
  socialUrl: string;
  /** Where it is at home, and how far it reaches; nothing where nobody said. */
  region: CommunityRegion | null;
  /** ISO 4217. */
  currency: string;
  /** When the legal texts were last changed, in words. */
  legalUpdated: string;
  /** The legal pages whose text is the operator's own; it is served at `legalTextPath`. */
  customLegalTexts: readonly LegalPageName[];
  retentionDays: RetentionDays;
  /** How coarsely strangers are told where something is, in metres; 0 where they are told exactly. */
  approximateToM: { places: number; drivers: number };
  /** After so many seconds without news an active driver is off the map. */
  driverTimeoutS: number;
  /** Nearer to the pickup than so many hours a cancellation is late, and nearer than so many it weighs twice. */
  cancellation: { lateCancellationH: number; lastMinuteCancellationH: number };
  /** Who knows streets besides our towns: asked as one types, or only when somebody wishes it. Nothing where nobody does. */
  addresses: "asYouType" | "onRequest" | null;
  /** Roads or streets are from OpenStreetMap, which wants it said. */
  openStreetMap: boolean;
  /** Nothing where the map that comes with the product is shown. */
  basemap: CustomBasemap | null;
}

interface CommunityRegion {
  lat: number;
  lng: number;
  radiusKm: number;
}

/** How many days what is kept of people is kept, as the privacy policy says it; 0 where it is kept for good. */
export interface RetentionDays {
  /** From the wish to delete an account to its end. */
  grace: number;
  /** Without a visit, until the account is deleted, and how long before that its owner is told. */
  dormant: number;
  dormantGrace: number;
  exports: number;
  messages: number;
  notices: number;
  accountEvents: number;
  reports: number;
}

/** A map of the operator's choice under the journeys. */
export interface CustomBasemap {
  /** A file of tiles, a style with everything it names, or pictures by `{z}/{x}/{y}`. */
  kind: "pmtiles" | "style" | "raster";
  /** An address elsewhere, or a path of this server. */
  url: string;
  /** Whose data it is, in words; it stands on every map. */
  credit: string;
}

export const legalPageNames = ["privacy-policy", "terms-of-use"] as const;
/** Raised whenever the product's own legal texts say something else: everybody is asked again whether they agree. */
export const BUILT_IN_LEGAL_REVISION = 3;
export type LegalPageName = (typeof legalPageNames)[number];

/** Where the operator's own text of a legal page is, and the name of its file in their folder. */
export const legalTextPath = (page: LegalPageName): `/legal/${string}` => `/legal/${page}.md`;

/** The name of the meta element that carries it, as JSON. */
export const COMMUNITY_META = "commonlane-community";
