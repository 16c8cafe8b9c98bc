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
}

/** The name of the meta element that carries it, as JSON. */
export const COMMUNITY_META = "commonlane-community";
