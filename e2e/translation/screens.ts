import { SettingsView } from "@commonlane/contract/administration";
import type { Page } from "@playwright/test";
import type { Texts } from "../support/catalogue.ts";
import { tomorrow } from "../support/places.ts";

/** A screen of the demo, as one of its people or as a visitor sees it. */
export interface Screen {
  readonly name: string;
  /** A key of the demo page; undefined for visitors. */
  readonly as?: string;
  /** Where to start; `arrange` goes on from there. */
  readonly path: string;
  readonly arrange?: (page: Page, texts: Texts) => Promise<unknown>;
}

const HOST = "amara.okafor";
const SEEKER = "diego.hernandez";
const MODERATOR = "helena.malin";

const searchAddress = (screen: string, from: string, to: string) =>
  `/${screen}?${new URLSearchParams({ from, to, on: tomorrow(), at: "06:50" }).toString()}`;
const [BALZERS, SCHAAN] = [
  "47.0666,9.5033,Balzers, Liechtenstein",
  "47.1664,9.5105,Schaan, Liechtenstein",
];

/** Opens the first link on the page whose address matches. */
const follow = (pattern: RegExp) => async (page: Page) => {
  const { source } = pattern;
  const found = await page.waitForFunction((source) => {
    const addresses = [...document.querySelectorAll("main a[href]")].map(
      (link) => link.getAttribute("href") ?? "",
    );
    return addresses.find((address) => new RegExp(source).test(address));
  }, source);
  await page.goto((await found.jsonValue()) ?? "");
};
/** Presses a button found by its place, because its text depends on the language. */
const press = (selector: string) => (page: Page) => page.locator(selector).first().click();
const pressButton = (english: string) => (page: Page, texts: Texts) =>
  page
    .getByRole("button", { name: texts.like(english) })
    .first()
    .click();
/** Answers a call, for what the demo does not have. */
const answer = (replies: Readonly<Record<string, unknown>>) => async (page: Page) => {
  for (const [path, json] of Object.entries(replies))
    await page.route(`**/api/${path}`, (route) => route.fulfill({ json }));
  await page.reload();
};
/** An id for things that the demo does not have. */
const ID = "01890000-0000-7000-8000-000000000001";
const ADA = {
  uid: ID,
  displayName: "Ada M.",
  initials: "AM",
  photo: null,
  rating: { mean: null, count: 0 },
  reliability: null,
};
const EVENT = {
  [`events/${ID}`]: {
    id: ID,
    title: "Open day of the university",
    description: "Lectures, laboratories and lunch.",
    place: { label: "Vaduz, Liechtenstein", lat: 47.141, lng: 9.521 },
    startsAt: `${tomorrow()}T08:00:00Z`,
    endsAt: `${tomorrow()}T15:00:00Z`,
    timeZone: "Europe/Vaduz",
    website: "https://uni.example.org",
    status: "scheduled",
    creator: ADA,
    createdAt: `${tomorrow()}T08:00:00Z`,
  },
  [`events/${ID}/rides`]: { there: [], back: [] },
};
const INVITATION = {
  id: ID,
  name: "Faculty of Law",
  description: "Students and staff of the faculty.",
  joining: "approval",
  requiredMarkId: null,
  requiredMark: null,
  isListed: false,
  showsSize: true,
  memberList: "members",
  memberCount: null,
  role: "none",
  meetsMark: true,
  waitingRequests: null,
};
const GROUP = {
  [`groups/${ID}`]: { ...INVITATION, memberCount: 12, role: "manager", waitingRequests: 1 },
  [`groups/${ID}/members`]: {
    items: [{ person: ADA, role: "manager", joinedAt: `${tomorrow()}T08:00:00Z` }],
    nextCursor: null,
  },
  [`groups/${ID}/join-requests`]: {
    items: [{ person: ADA, message: "I teach here.", requestedAt: `${tomorrow()}T08:00:00Z` }],
    nextCursor: null,
  },
  [`groups/${ID}/invitation`]: { createdAt: `${tomorrow()}T08:00:00Z` },
  [`groups/${ID}/statistics`]: {
    weeks: [{ weekOf: tomorrow(), members: 12, ridesOffered: 7, seatsBooked: null }],
  },
};
const MAIL_SERVER = {
  host: "mail.example.org",
  port: 587,
  security: "starttls",
  user: "rides@example.org",
};
const CERTIFICATE = {
  subject: "CN=mail.example.org, O=Example University",
  issuer: "CN=Example University Internal Authority, O=Example University",
  validFrom: `${tomorrow()}T08:00:00Z`,
  validTo: `${tomorrow()}T20:00:00Z`,
  fingerprint: Array.from({ length: 32 }, () => "A7").join(":"),
  pem: "",
};
const UNTRUSTED = {
  to: "helena@example.org",
  failure: "TLS SELF_SIGNED_CERT_IN_CHAIN",
  certificate: { ...CERTIFICATE, fingerprint: Array.from({ length: 32 }, () => "3C").join(":") },
  name: "rides.example.org",
};
const RIDE = /^\/rides\/[\w-]+(?:\?|$)/;

const pathsOf = (prefix: string, names: string) =>
  names.split(" ").map((name) => ({
    name: `${prefix}${name}`.replaceAll("/", " ").trim(),
    path: `/${prefix}${name}`,
  }));

const visitor: readonly Screen[] = [
  { name: "landing", path: "/" },
  ...pathsOf(
    "",
    "login register forgot-password verify-email undo-email-change privacy-policy terms-of-use imprint accessibility community-rules source about popular-routes unsubscribe follow trusted-contact setup sign-in/uni/callback",
  ),
  {
    name: "set-up, administrator",
    path: "/setup?key=x",
    arrange: answer({ "identity/setup/check": { success: true } }),
  },
  {
    name: "register, with mistakes",
    path: "/register",
    arrange: press("form button[type=submit]"),
  },
  {
    name: "forgot-password, code sent",
    path: "/forgot-password",
    arrange: async (page) => {
      await page.route("**/api/auth/send-forgot-password-email-otp", (route) =>
        route.fulfill({ json: { success: true } }),
      );
      await page.locator("form input").first().fill("ada@example.org");
      await press("form button[type=submit]")(page);
      await page.locator("input[type=password]").first().waitFor();
    },
  },
  { name: "search widget", path: "/widget/search" },
];

const host: readonly Screen[] = [
  ...pathsOf(
    "",
    "home your-rides requests notifications profile settings events groups requests/open saved-searches",
  ),
  ...pathsOf(
    "settings/",
    "account sign-in notifications appearance privacy vehicles accessibility safety calendar data",
  ),
  { name: "ride of a host", path: "/your-rides", arrange: follow(RIDE) },
  { name: "offer a ride, route", path: "/host" },
  {
    name: "offer a ride, time",
    path: searchAddress("host", BALZERS, SCHAAN),
    arrange: press("main form button[type=submit]"),
  },
  { name: "event", path: `/events/${ID}`, arrange: answer(EVENT) },
  { name: "event, new", path: "/events/new" },
  { name: "group of a manager", path: `/groups/${ID}`, arrange: answer(GROUP) },
  { name: "group, new", path: "/groups/new" },
  {
    name: "group, invitation",
    path: `/join-group#${"x".repeat(24)}`,
    arrange: answer({ "groups/invitations/open": INVITATION }),
  },
  { name: "account menu", path: "/home", arrange: press("header button[aria-haspopup=menu]") },
  { name: "chats", path: "/home", arrange: pressButton("Chats") },
  {
    name: "chat with a passenger",
    path: "/home",
    arrange: async (page, texts) => {
      await pressButton("Chats")(page, texts);
      await page.locator("dialog li button").first().click();
    },
  },
  {
    name: "cancelling a ride",
    path: "/your-rides",
    arrange: async (page, texts) => {
      await follow(RIDE)(page);
      await pressButton("Cancel ride")(page, texts);
    },
  },
  {
    name: "setting up an authenticator app",
    path: "/settings/sign-in",
    arrange: async (page, texts) => {
      const app = {
        key: "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP",
        url: "otpauth://totp/Commonlane:amara?secret=JBSWY3DP",
      };
      await page.route("**/api/identity/second-factor/set-up", (route) =>
        route.fulfill({ json: app }),
      );
      await pressButton("Set up an authenticator app")(page, texts);
    },
  },
];

const seeker: readonly Screen[] = [
  ...pathsOf(
    "",
    "home your-rides requests requests?show=sent notifications seek active-drivers requests/new welcome",
  ),
  { name: "home, with rides", path: searchAddress("home", BALZERS, SCHAAN) },
  { name: "seek, with rides", path: searchAddress("seek", BALZERS, SCHAAN) },
  {
    name: "ride for a stranger",
    path: searchAddress("seek", BALZERS, SCHAAN),
    arrange: follow(RIDE),
  },
  {
    name: "home, nothing found",
    path: searchAddress("home", SCHAAN, "46.948,7.4474,Bern, Switzerland"),
  },
  { name: "ride of a passenger", path: "/your-rides", arrange: follow(RIDE) },
  {
    name: "someone's profile",
    path: "/your-rides",
    arrange: async (page) => {
      await follow(RIDE)(page);
      await follow(/^\/profile\/[\w-]+$/)(page);
    },
  },
];

const moderator: readonly Screen[] = [
  ...pathsOf(
    "moderation/",
    "reports appeals people numbers community regions log settings appearance legal legal/imprint/en data-protection sign-in groups elsewhere neighbours server team",
  ),
  {
    name: "moderation report",
    path: "/moderation/reports",
    arrange: follow(/^\/moderation\/reports\/[\w-]+$/),
  },
  {
    name: "moderation sign-in, new",
    path: "/moderation/sign-in",
    arrange: pressButton("Add an institution"),
  },
  {
    name: "moderation mail, unknown certificate",
    path: "/moderation/setup/mail",
    arrange: async (page, texts) => {
      await page.route("**/api/administration/settings", async (route) => {
        const response = await route.fetch();
        const settings = SettingsView.parse(await response.json());
        const values = { ...settings.values, mailServer: MAIL_SERVER };
        const json = { ...settings, values, mailCertificates: [CERTIFICATE] };
        await route.fulfill({ response, json });
      });
      await answer({ "administration/test-email": UNTRUSTED })(page);
      await pressButton("Send a test e-mail")(page, texts);
    },
  },
  {
    name: "moderation person",
    path: "/moderation/reports",
    arrange: async (page) => {
      await follow(/^\/moderation\/reports\/[\w-]+$/)(page);
      await follow(/^\/moderation\/people\/[\w-]+$/)(page);
    },
  },
  ...pathsOf("moderation/setup/", "identity appearance region money mail legal joining"),
];

const seenBy = (as: string, screens: readonly Screen[]): Screen[] =>
  screens.map((screen) => ({ ...screen, as, name: `${as.split(".")[0]}, ${screen.name}` }));

export const screens: readonly Screen[] = [
  ...visitor,
  ...seenBy(HOST, host),
  ...seenBy(SEEKER, seeker),
  ...seenBy(MODERATOR, moderator),
];
