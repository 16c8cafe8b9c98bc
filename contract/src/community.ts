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
  /** What a kilometre of driving costs, in the currency's smallest unit; suggested contributions follow from it. */
  costPerKmMinor: number;
  /** When the legal texts were last changed, in words. */
  legalUpdated: string;
  /** The legal pages whose text is the operator's own; it is served at `legalTextPath`. */
  ownLegalTexts: readonly LegalPageName[];
}

export const legalPageNames = ["privacy-policy", "terms-of-use"] as const;
export type LegalPageName = (typeof legalPageNames)[number];

/** Where the operator's own text of a legal page is, and the name of its file in their folder. */
export const legalTextPath = (page: LegalPageName): `/legal/${string}` => `/legal/${page}.md`;

/** The name of the meta element that carries it, as JSON. */
export const COMMUNITY_META = "commonlane-community";
