import type { Page } from "@playwright/test";
import type { Texts } from "../support/catalogue.ts";
import { tomorrow } from "../support/places.ts";
import {
  answer,
  changeReply,
  follow,
  pathsOf,
  press,
  pressButton,
  type Screen,
} from "./arrange.ts";
import { imported, statementOf } from "./console-replies.ts";
import { consoleScreens } from "./console-screens.ts";
import { apiKeys, EVENT, GROUP, ID, INVITATION, neighbourRides } from "./example-replies.ts";

const HOST = "amara.okafor";
const SEEKER = "diego.hernandez";
const MODERATOR = "helena.malin";

const searchAddress = (screen: string, from: string, to: string, at = "06:50") =>
  `/${screen}?${new URLSearchParams({ from, to, on: tomorrow(), at }).toString()}`;
const BALZERS = "47.0666,9.5033,Balzers, Liechtenstein";
const SCHAAN = "47.1664,9.5105,Schaan, Liechtenstein";
const SARGANS = "47.0448,9.4463,Sargans, Switzerland";
const ZURICH = "47.3667,8.55,Zurich, Switzerland";

const badRoads = (text: string) => text.replace('"badRoadAt":[]', '"badRoadAt":[0,1]');
const delayTrains = (text: string) =>
  text.replaceAll('"kind":"trip"', '"kind":"trip","departsLateMinutes":7,"arrivesLateMinutes":9');
const showNeighbours = async (page: Page) => {
  await answer({ "neighbours/rides*": neighbourRides })(page);
  await page.locator("main article").first().waitFor();
};
/** Opens the first public event of the landing page that has a board, and its board. */
const followToBoard = async (page: Page) => {
  await page.locator("main a[href^='/events/']").first().waitFor();
  const links = await page.locator("main a[href^='/events/']").all();
  for (const link of links) {
    const path = `/board${await link.getAttribute("href")}`;
    const reply = await page.request.get(path, { headers: { accept: "text/html" } });
    if (reply.ok()) return page.goto(path);
  }
  throw new Error("No public event has a board.");
};
/** Goes through the steps of hosting to the last one. */
const reviewRide = async (page: Page, texts: Texts) => {
  const next = page.getByRole("button", { name: texts.like("Continue") });
  const review = page.getByRole("button", { name: texts.like("Offer this ride") });
  while (!(await review.isVisible())) {
    await next.click();
    await next.or(review).waitFor();
  }
};

const showStatement = async (page: Page) => {
  const year = new Date().getFullYear();
  await answer({ [`trip-statements/${year}`]: statementOf(year) })(page);
};

/** A sheet of paper in CSS pixels. */
const A4 = { width: 794, height: 1123 };

const RIDE = /^\/rides\/[\w-]+(?:\?|$)/;

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
  { name: "board, stations", path: "/board?q=s" },
  { name: "board of a station", path: "/board?q=sargans", arrange: follow(/^\/board\/[^/]+$/) },
  { name: "board of an event", path: "/", arrange: followToBoard },
  {
    name: "board on a screen in a foyer",
    path: "/board?q=sargans",
    arrange: async (page) => {
      await follow(/^\/board\/[^/]+$/)(page);
      await page.goto(`${page.url()}&screen=1`);
    },
  },
  { name: "board, no station", path: "/board?q=xyz" },
  {
    name: "ride for a visitor",
    path: "/",
    arrange: follow(RIDE),
  },
  {
    name: "event for a visitor",
    path: "/",
    arrange: follow(/^\/events\/[\w-]+$/),
  },
  { name: "deleting imported data by link", path: "/delete-imported-data" },
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
  {
    name: "offer a ride, review with trains",
    path: searchAddress("host", BALZERS, SARGANS, "07:10"),
    arrange: reviewRide,
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
    name: "settings, statement of shared trips",
    path: "/settings/data",
    arrange: showStatement,
  },
  {
    name: "statement of shared trips, printed",
    path: "/settings/data",
    arrange: async (page) => {
      await showStatement(page);
      await page.locator("[data-printed]").waitFor({ state: "attached" });
      await page.setViewportSize(A4);
      await page.emulateMedia({ media: "print" });
    },
  },
  {
    name: "offer a ride, bad road",
    path: searchAddress("host", BALZERS, SCHAAN),
    arrange: async (page, texts) => {
      await changeReply("rides/route*", badRoads)(page);
      await reviewRide(page, texts);
    },
  },
  { name: "settings, API keys", path: "/settings/sign-in", arrange: answer(apiKeys) },
  {
    name: "API key, new",
    path: "/settings/sign-in",
    arrange: async (page, texts) => {
      await answer(apiKeys)(page);
      await pressButton("Create an API key")(page, texts);
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
  { name: "seek, with public transport", path: searchAddress("seek", SCHAAN, ZURICH) },
  {
    name: "seek, with delays",
    path: searchAddress("seek", SCHAAN, ZURICH),
    arrange: async (page) => {
      await changeReply("transit/journeys*", delayTrains)(page);
      await press("main li details summary")(page);
    },
  },
  {
    name: "seek, with neighbours",
    path: searchAddress("seek", BALZERS, SCHAAN),
    arrange: showNeighbours,
  },
  {
    name: "seek, neighbours only",
    path: searchAddress("seek", SCHAAN, "46.948,7.4474,Bern, Switzerland"),
    arrange: showNeighbours,
  },
  { name: "data from another platform", path: "/imported-data", arrange: answer(imported) },
  {
    name: "seek, public transport alone",
    path: searchAddress("seek", SCHAAN, ZURICH, "03:10"),
    arrange: press("main li details summary"),
  },
  {
    name: "someone's profile",
    path: "/your-rides",
    arrange: async (page) => {
      await follow(RIDE)(page);
      await follow(/^\/profile\/[\w-]+$/)(page);
    },
  },
];

const seenBy = (as: string, screens: readonly Screen[]): Screen[] =>
  screens.map((screen) => ({ ...screen, as, name: `${as.split(".")[0]}, ${screen.name}` }));

export const screens: readonly Screen[] = [
  ...visitor,
  ...seenBy(HOST, host),
  ...seenBy(SEEKER, seeker),
  ...seenBy(MODERATOR, consoleScreens),
];
