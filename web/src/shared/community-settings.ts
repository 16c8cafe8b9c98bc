import { COMMUNITY_META, type Community } from "@commonlane/contract/community";

const defaults: Community = {
  name: "Commonlane",
  language: "en",
  supportEmail: "support@example.org",
  region: null,
  distanceUnit: null,
  currency: "EUR",
  legalEntity: null,
  legalUpdated: "January 2025",
  customLegalTexts: [],
  footer: [],
  logo: null,
  source: {
    version: "",
    archive: null,
    url: null,
  },
  isRelease: false,
  retentionDays: {
    grace: 14,
    dormant: 730,
    dormantGrace: 30,
    exports: 7,
    messages: 730,
    notices: 90,
    accountEvents: 180,
    reports: 730,
  },
  approximateToM: { places: 500, drivers: 500 },
  driverTimeoutS: 600,
  publicRides: "link",
  listsRides: false,
  cancellation: { lateCancellationH: 24, lastMinuteCancellationH: 3 },
  addresses: null,
  openStreetMap: false,
  basemap: null,
  regionMaps: [],
  inviteOnly: false,
  maintenance: null,
  signInProviders: [],
  meetingPointCredits: [],
};

/**
 * Settings of this community, which the server embeds in the page. Only the development server, tests and the
 * prerendering start without them, so the defaults are left out of what browsers load.
 */
export const communitySettings: Community =
  import.meta.env.DEV || import.meta.env.SSR
    ? {
        ...defaults,
        ...readMeta(),
      }
    : readMeta();

function readMeta(): Community {
  const text = globalThis.document
    ?.querySelector(`meta[name="${COMMUNITY_META}"]`)
    ?.getAttribute("content");
  const settings: Community = JSON.parse(text ?? "{}");
  return settings;
}
