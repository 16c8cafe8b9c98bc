import type { Page } from "@playwright/test";
import { tomorrow } from "../support/places.ts";

/** A screen of the demo, as one of its people or as a visitor sees it. */
export interface Screen {
  readonly name: string;
  /** A key of the demo page; undefined for visitors. */
  readonly as?: string;
  /** Where to start; `arrange` goes on from there. */
  readonly path: string;
  readonly arrange?: (page: Page) => Promise<unknown>;
}

const HOST = "amara.okafor";
const SEEKER = "diego.hernandez";
const MODERATOR = "helena.malin";

const searchAddress = (screen: string, from: string, to: string) =>
  `/${screen}?${new URLSearchParams({ from, to, on: tomorrow(), at: "06:50" }).toString()}`;
const [BALZERS, SCHAAN] = ["47.0666,9.5033,Balzers, Liechtenstein", "47.1664,9.5105,Schaan, Liechtenstein"];

/** Opens the first link on the page whose address matches. */
const follow = (pattern: RegExp) => async (page: Page) => {
  const hrefs = page.locator("main a[href]");
  await hrefs.first().waitFor();
  const addresses = await hrefs.evaluateAll((links) => links.map((link) => link.getAttribute("href") ?? ""));
  const address = addresses.find((each) => pattern.test(each));
  if (address === undefined) throw new Error(`${page.url()} has no link like ${String(pattern)}.`);
  await page.goto(address);
};
/** Presses a button found by its place, because its text depends on the language. */
const press = (selector: string) => (page: Page) => page.locator(selector).first().click();
const RIDE = /^\/rides\/[\w-]+$/;

const pathsOf = (prefix: string, names: string) =>
  names.split(" ").map((name) => ({ name: `${prefix}${name}`.replaceAll("/", " ").trim(), path: `/${prefix}${name}` }));

const visitor: readonly Screen[] = [
  { name: "landing", path: "/" },
  ...pathsOf(
    "",
    "login register forgot-password verify-email privacy-policy terms-of-use about popular-routes unsubscribe",
  ),
  { name: "register, with mistakes", path: "/register", arrange: press("form button[type=submit]") },
  { name: "search widget", path: "/widget/search" },
];

const host: readonly Screen[] = [
  ...pathsOf("", "home your-rides requests notifications profile settings events requests/open saved-searches"),
  ...pathsOf("settings/", "account notifications appearance privacy vehicles accessibility safety calendar data"),
  { name: "ride of a host", path: "/your-rides", arrange: follow(RIDE) },
  { name: "offer a ride, route", path: "/host" },
  {
    name: "offer a ride, time",
    path: searchAddress("host", BALZERS, SCHAAN),
    arrange: press("main form button[type=submit]"),
  },
  { name: "event", path: "/events", arrange: follow(/^\/events\/(?!new)[\w-]+$/) },
  { name: "event, new", path: "/events/new" },
  { name: "account menu", path: "/home", arrange: press("header button[aria-haspopup=menu]") },
];

const seeker: readonly Screen[] = [
  ...pathsOf("", "home your-rides requests requests?show=sent notifications seek active-drivers requests/new welcome"),
  { name: "home, with rides", path: searchAddress("home", BALZERS, SCHAAN) },
  { name: "seek, with rides", path: searchAddress("seek", BALZERS, SCHAAN) },
  { name: "ride for a stranger", path: searchAddress("seek", BALZERS, SCHAAN), arrange: follow(RIDE) },
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
  ...pathsOf("moderation/", "reports appeals people numbers community regions log settings server team"),
  { name: "moderation report", path: "/moderation/reports", arrange: follow(/^\/moderation\/reports\/[\w-]+$/) },
  ...pathsOf("moderation/setup/", "identity region money mail legal joining"),
];

const seenBy = (as: string, screens: readonly Screen[]): Screen[] =>
  screens.map((screen) => ({ ...screen, as, name: `${as.split(".")[0]}, ${screen.name}` }));

export const screens: readonly Screen[] = [
  ...visitor,
  ...seenBy(HOST, host),
  ...seenBy(SEEKER, seeker),
  ...seenBy(MODERATOR, moderator),
];
