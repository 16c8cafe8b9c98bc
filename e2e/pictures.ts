import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Browser, type BrowserContext, chromium, type Page } from "@playwright/test";
import { FINGERPRINTS_FILE, fingerprintOf } from "./support/picture-fingerprints.ts";
import { drawBooking } from "./moving-picture.ts";
import config from "./playwright.config.ts";
import { launch, LOCAL_PAGES_KEY, ROOT } from "./support/process.ts";
import { tomorrow } from "./support/places.ts";
import { smallPng } from "./support/small-png.ts";
import { waitForFonts } from "./support/phone.ts";

/**
 * Takes the pictures of the README and of the web app's manifest in the demo: `npm run generate -- pictures`, or
 * `npm run generate -- pictures booking` for some of them.
 */

const FOLDER = join(ROOT, "docs/pictures");
const MANIFEST_FOLDER = join(ROOT, "web/public/screenshots");
const MOST_BYTES = 250_000;
const MOVING_MOST_BYTES = 1_500_000;
const DESKTOP = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844 };
const LOOK_AGAIN_MS = 1000;
/** This many equal pictures in a row mean that nothing moves any more. */
const AT_REST = 4;

interface Picture {
  readonly name: string;
  readonly size?: typeof DESKTOP;
  readonly dark?: boolean;
  /** The viewer: a key of the demo page; undefined for public pages. */
  readonly as?: string;
  /** Also its name as a picture of the manifest, which browsers show before they install the app. */
  readonly manifest?: string;
  readonly arrange: (page: Page) => Promise<void>;
}

const found = async (page: Page) => {
  const ends = {
    from: "47.0666,9.5033,Balzers, Liechtenstein",
    to: "47.1664,9.5105,Schaan, Liechtenstein",
  };
  await page.goto(`/home?${new URLSearchParams({ ...ends, on: tomorrow() }).toString()}`);
  await page.getByRole("link", { name: "View ride" }).first().waitFor();
};

const pictures: readonly Picture[] = [
  { name: "landing-1440-light", arrange: async (page) => void (await page.goto("/")) },
  { name: "home-1440-light", as: "yuki.tanaka", manifest: "desktop", arrange: found },
  { name: "home-1440-dark", as: "yuki.tanaka", dark: true, arrange: found },
  { name: "home-390-light", as: "yuki.tanaka", size: PHONE, manifest: "phone", arrange: found },
  {
    name: "ride-1440-light",
    as: "amara.okafor",
    arrange: async (page) => {
      await page.goto("/requests");
      await page
        .getByRole("main")
        .getByRole("link", { name: /Z[uü]rich/ })
        .first()
        .click();
      await page.getByRole("button", { name: "Accept Stella P." }).waitFor();
    },
  },
  {
    name: "host-1440-light",
    as: "amara.okafor",
    arrange: async (page) => {
      await page.goto(
        `/host?${new URLSearchParams({ from: "47.141,9.5209,Vaduz, Liechtenstein", to: "47.3667,8.55,Zürich, Switzerland", on: tomorrow(), at: "06:50" }).toString()}`,
      );
      await page.getByRole("button", { name: "Continue" }).click();
      await page.getByRole("heading", { name: "Time", level: 2 }).waitFor();
    },
  },
  {
    name: "drivers-1440-light",
    as: "yuki.tanaka",
    arrange: async (page) => {
      await page.context().grantPermissions(["geolocation"]);
      await page.context().setGeolocation({ latitude: 47.1664, longitude: 9.5105 });
      await page.goto("/active-drivers");
      await page
        .getByRole("region", { name: "Active drivers" })
        .getByRole("listitem")
        .first()
        .waitFor();
    },
  },
  {
    name: "event-390-light",
    as: "yuki.tanaka",
    size: PHONE,
    arrange: async (page) => {
      await page.goto("/events");
      await page.getByRole("list", { name: "Upcoming events" }).getByRole("link").first().click();
      await page.getByRole("combobox", { name: "Where do you start?" }).waitFor();
    },
  },
  {
    name: "console-1440-light",
    as: "helena.malin",
    arrange: async (page) => {
      await page.goto("/moderation/reports");
      await page
        .getByRole("main")
        .getByRole("link", { name: /scam|harass|danger/i })
        .first()
        .click();
      await page.getByRole("heading", { name: "Actions" }).waitFor();
    },
  },
  {
    name: "chat-390-light",
    as: "amara.okafor",
    size: PHONE,
    arrange: async (page) => {
      await page.getByRole("button", { name: /^Chats/ }).click();
      await page
        .getByRole("dialog")
        .getByRole("button", { name: /Stella/ })
        .click();
      await page.getByRole("textbox", { name: "Message" }).waitFor();
    },
  },
  {
    name: "requests-390-dark",
    as: "amara.okafor",
    size: PHONE,
    dark: true,
    arrange: async (page) => {
      await page.goto("/requests");
      await page.getByRole("button", { name: "Accept Stella P." }).waitFor();
    },
  },
];

const optionsAt = (address: string) => ({
  locale: "en-IE",
  timezoneId: "Europe/Vaduz",
  reducedMotion: "reduce" as const,
  baseURL: address,
});

async function signIn(context: BrowserContext, person: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto(`/demo?key=${LOCAL_PAGES_KEY}`);
  await page.locator(`form[action$="${person}"] button`).click();
  await page.getByRole("button", { name: /^Account menu/ }).waitFor();
  return page;
}

async function take(
  browser: Browser,
  address: string,
  { name, size = DESKTOP, dark, as, manifest, arrange }: Picture,
) {
  const context = await browser.newContext({
    ...optionsAt(address),
    viewport: size,
    colorScheme: dark ? "dark" : "light",
  });
  const page = as === undefined ? await context.newPage() : await signIn(context, as);
  await arrange(page);
  await page.waitForLoadState("networkidle");
  await comeToRest(page);
  const picture = smallPng(await page.screenshot());
  process.stdout.write(`${name}: ${Math.round(picture.length / 1000)} kB\n`);
  if (picture.length > MOST_BYTES) throw new Error(`${name} is larger than ${MOST_BYTES} bytes.`);
  writeFileSync(join(FOLDER, `${name}.png`), picture);
  if (manifest) writeFileSync(join(MANIFEST_FOLDER, `${manifest}.png`), picture);
  await context.close();
}

async function comeToRest(page: Page): Promise<void> {
  await waitForFonts(page);
  let last: Buffer = Buffer.alloc(0);
  for (let same = 0; same < AT_REST;) {
    const now = await page.screenshot();
    same = now.equals(last) ? same + 1 : 0;
    last = now;
    await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS));
  }
}

const BOOKING = "booking";
const names = process.argv.slice(2);
const isWanted = (name: string) => names.length === 0 || names.includes(name);
const wanted = pictures.filter(({ name }) => isWanted(name));
const fingerprints: Record<string, string> = existsSync(FINGERPRINTS_FILE)
  ? JSON.parse(readFileSync(FINGERPRINTS_FILE, "utf8"))
  : {};
const folder = mkdtempSync(join(tmpdir(), "commonlane-pictures-"));
chmodSync(folder, 0o755);
mkdirSync(FOLDER, { recursive: true });
const demo = await launch({ script: join(ROOT, "scripts/demo.ts"), folder, port: 0 });
const browser = await chromium.launch(config.use?.launchOptions);
try {
  const { origin } = new URL(demo.address);
  for (const picture of wanted) {
    await take(browser, origin, picture);
    fingerprints[picture.name] = fingerprintOf(picture.name);
  }
  if (isWanted(BOOKING)) {
    const moving = await drawBooking(browser, optionsAt(origin), signIn);
    process.stdout.write(`${BOOKING}: ${Math.round(moving.length / 1000)} kB\n`);
    if (moving.length > MOVING_MOST_BYTES) throw new Error(`${BOOKING} is too large.`);
    writeFileSync(join(FOLDER, `${BOOKING}.webp`), moving);
    fingerprints[BOOKING] = fingerprintOf(BOOKING);
  }
  writeFileSync(FINGERPRINTS_FILE, `${JSON.stringify(fingerprints, null, 2)}\n`);
} finally {
  await browser.close();
  await demo.stop();
  rmSync(folder, { recursive: true, force: true });
}
