import type { Language } from "./languages.ts";

/**
 * Settings of the community, embedded in the page head. Free of schemas, because every page reads this module before
 * anything else is fetched.
 */
export interface Community {
  name: string;
  /** Used where neither a person nor their browser prefers a language of the product. */
  language: Language;
  supportEmail: string;
  /** Centre and size of the region; null if the operator set none. */
  region: CommunityRegion | null;
  /** Unit of the road signs in the region; null if the operator set no region. */
  distanceUnit: DistanceUnit | null;
  /** ISO 4217. */
  currency: string;
  /** Name and address of the body that runs the service; null if not set. */
  legalEntity: string | null;
  /** Date of the built-in legal texts, formatted. */
  legalUpdated: string;
  /** Legal pages with a text of the community's own, served by `legal.text`. */
  customLegalTexts: readonly LegalPageName[];
  /** The footer of public pages, in the language of the page. */
  footer: readonly FooterLink[];
  /** Shown instead of the product's own; null if there is none. */
  logo: CommunityLogo | null;
  /** The running release, and where its source code is. */
  source: SourceOffer;
  /** Installed from a release archive, whose command is `commonlane` instead of `npm run`. */
  isRelease: boolean;
  retentionDays: RetentionDays;
  /** Precision of locations shown to strangers, in metres; 0 for exact locations. */
  approximateToM: { places: number; drivers: number };
  /** Seconds without a position after which an active driver is removed from the map. */
  driverTimeoutS: number;
  /** Whether hosts may open rides to anybody with the link, and whether search engines may list those. */
  publicRides: "off" | "link" | "indexed";
  /** Hosts may also have rides shown by journey planners and neighbouring communities. */
  listsRides: boolean;
  /** Hours before the pickup from which a cancellation counts as late, and from which it weighs twice. */
  cancellation: {
    lateCancellationH: number;
    lastMinuteCancellationH: number;
  };
  /** Street search through an external geocoder: while typing, only on request, or not at all (null). */
  addresses: "asYouType" | "onRequest" | null;
  /** Routes, streets or street maps come from OpenStreetMap, which requires attribution. */
  openStreetMap: boolean;
  /** Open data that meeting points were imported from, whose licences require attribution. */
  meetingPointCredits: readonly DataCredit[];
  /** Null if the built-in basemap is used. */
  basemap: CustomBasemap | null;
  /** Street maps of the server's regions, drawn above the built-in basemap. */
  regionMaps: readonly RegionMap[];
  /** New members need an invite code. */
  inviteOnly: boolean;
  /** Why the service is closed for maintenance; null if it is open. */
  maintenance: string | null;
  /** Institutions where members can sign in. */
  signInProviders: readonly SignInProviderSummary[];
}

/** Names of units in Unicode CLDR, as `Intl.NumberFormat` has them. */
export type DistanceUnit = "kilometer" | "mile";

/** Regions whose roads are signed in miles. */
export const REGIONS_WITH_MILES: readonly string[] = ["US", "GB", "LR", "MM"];

/** A link in the footer: a path on this server, or an address elsewhere. */
export interface FooterLink {
  href: string;
  text: string;
}

export interface CommunityLogo {
  /** A path on this server, which changes with the logo. */
  url: string;
  width: number;
  height: number;
}

/** How users get the source code of what they use, as the licence requires. */
export interface SourceOffer {
  version: string;
  /** Path of the archive with the source code; null if this installation has none. */
  archive: string | null;
  /** Where the operator publishes it. */
  url: string | null;
}

/** The street map of a region, a PMTiles file with vector tiles in Protomaps' basemap schema. */
export interface RegionMap {
  /** A path on this server, which changes with every build. */
  url: string;
  bbox: readonly [west: number, south: number, east: number, north: number];
  minZoom: number;
  maxZoom: number;
}

interface CommunityRegion {
  lat: number;
  lng: number;
  radiusKm: number;
}

export interface SignInProviderSummary {
  id: string;
  name: string;
  hasLogo: boolean;
  /** People with addresses at these domains, including subdomains, sign in here and not with a password. */
  emailDomains: readonly string[];
}

/** Retention periods in days, as listed in the privacy policy; 0 for unlimited. */
export interface RetentionDays {
  /** Days between a deletion request and the deletion of the account. */
  grace: number;
  /** Days without a visit until an account is deleted, and how many days before that its owner is notified. */
  dormant: number;
  dormantGrace: number;
  exports: number;
  messages: number;
  notices: number;
  accountEvents: number;
  reports: number;
}

/** Who publishes some data, and under which licence. */
export interface DataCredit {
  name: string;
  attribution: string;
  licence: string;
}

/** A basemap chosen by the operator. */
export interface CustomBasemap {
  /** A PMTiles file, a complete style, or image tiles at `{z}/{x}/{y}`. */
  kind: "pmtiles" | "style" | "raster";
  /** An absolute URL, or a path on this server. */
  url: string;
  /** Attribution shown on every map. */
  credit: string;
}

/** Texts that members agree to. */
export const consentPageNames = ["privacy-policy", "terms-of-use"] as const;
export type ConsentPageName = (typeof consentPageNames)[number];

export const legalPageNames = [
  "imprint",
  "accessibility",
  ...consentPageNames,
  "community-rules",
] as const;
export type LegalPageName = (typeof legalPageNames)[number];

/** Increased when the built-in legal texts change: all users are asked for consent again. */
export const BUILT_IN_LEGAL_REVISION = 3;

/** Page about the running release and its source code. */
export const SOURCE_PATH = "/source";

/** Name of the meta element with the settings, as JSON. */
export const COMMUNITY_META = "commonlane-community";
