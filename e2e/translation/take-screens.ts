import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  isLanguage,
  type Language,
  languageNames,
  LANGUAGES,
} from "@commonlane/contract/languages";
import { type Browser, chromium, type Page } from "@playwright/test";
import { readCatalogue } from "../../web/build/catalogues.ts";
import config from "../playwright.config.ts";
import { runAdminCommand } from "../support/admin-command.ts";
import { readTexts, type Texts } from "../support/catalogue.ts";
import { launch, LOCAL_PAGES_KEY, ROOT } from "../support/process.ts";
import { waitForFonts } from "../support/phone.ts";
import { findMisfits } from "./find-misfits.ts";
import type { Screen } from "./arrange.ts";
import { screens } from "./screens.ts";

/**
 * Takes pictures of all screens of the demo for translators: `npm run generate -- screens de ar dark --width 390 --only settings`. Next to
 * each picture, `index.html` lists the messages on it and what does not fit.
 */

const FOLDER = join(ROOT, "test-results/screens");
/** Phone and desktop; 320 is the narrowest phone, and 720 a desktop at 200 % zoom. */
const HEIGHTS: Readonly<Record<number, number>> = { 320: 640, 390: 844, 720: 450, 1440: 900 };
const DEFAULT_WIDTHS = [390, 1440];
const HIGHEST_PICTURE = 3000;
const SETTLE_MS = 300;

interface Taken {
  readonly screen: Screen;
  readonly file: string;
  readonly messages: readonly string[];
  readonly misfits: readonly string[];
}

function readArguments(all: readonly string[]) {
  const only = all.flatMap((arg, at) => (all[at - 1] === "--only" ? [arg] : []));
  const args = all.filter((arg) => arg !== "--only" && !only.includes(arg));
  const languages: Language[] = [];
  const widths: number[] = [];
  for (const arg of args.filter((each) => each !== "--width" && each !== "dark")) {
    if (isLanguage(arg)) languages.push(arg);
    else if (HEIGHTS[Number(arg)] !== undefined) widths.push(Number(arg));
    else
      throw new Error(
        `${arg} is neither a language nor one of the widths ${Object.keys(HEIGHTS).join(", ")}.`,
      );
  }
  return {
    languages: languages.length > 0 ? languages : LANGUAGES,
    widths: widths.length > 0 ? widths : DEFAULT_WIDTHS,
    colorScheme: args.includes("dark") ? "dark" : "light",
    wanted: screens.filter(
      ({ name }) => only.length === 0 || only.some((part) => name.includes(part)),
    ),
  } as const;
}

/** The English texts of the messages without placeholders, by their translations. */
async function readMessages(language: Language): Promise<ReadonlyMap<string, string>> {
  const translated = Object.entries(await readCatalogue(language, "web"));
  return new Map(
    translated.map(([id, { message, translation }]) => [
      translation || message || id,
      message ?? id,
    ]),
  );
}

const textsOn = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const found = [document.title];
    while (walker.nextNode()) found.push(walker.currentNode.textContent?.trim() ?? "");
    return found;
  });

interface Look {
  readonly language: Language;
  readonly width: number;
  readonly colorScheme: "light" | "dark";
}

async function open(
  browser: Browser,
  address: string,
  { language, width, colorScheme }: Look,
  as?: string,
) {
  const context = await browser.newContext({
    locale: language,
    colorScheme,
    timezoneId: "Europe/Vaduz",
    reducedMotion: "reduce",
    baseURL: address,
    viewport: { width, height: HEIGHTS[width] ?? 0 },
    permissions: ["geolocation"],
    geolocation: { latitude: 47.1664, longitude: 9.5105 },
  });
  const page = await context.newPage();
  if (as !== undefined) {
    await page.goto(`/demo?key=${LOCAL_PAGES_KEY}`);
    await page.locator(`form[action$="${as}"] button`).click();
    await page.waitForURL(/\/(?:home|welcome|moderation)/);
  }
  return page;
}

interface Known {
  readonly folder: string;
  readonly texts: Texts;
  readonly messages: ReadonlyMap<string, string>;
}

async function take(
  page: Page,
  screen: Screen,
  { folder, texts, messages }: Known,
): Promise<Taken> {
  await page.unrouteAll({ behavior: "ignoreErrors" });
  await page.emulateMedia({ media: null });
  await page.goto(screen.path);
  await page.locator("h1, h2").first().waitFor();
  await page.waitForLoadState("networkidle");
  await screen.arrange?.(page, texts);
  await page.waitForLoadState("networkidle");
  await waitForFonts(page);
  await page.waitForTimeout(SETTLE_MS);
  const misfits = await findMisfits(page);
  const file = `${screen.name.replaceAll(/[^\w-]+/g, "-")}.png`;
  const [width, height] = await page.evaluate(
    () => [innerWidth, document.documentElement.scrollHeight] as const,
  );
  const clip = { x: 0, y: 0, width, height: Math.min(height, HIGHEST_PICTURE) };
  writeFileSync(join(folder, file), await page.screenshot({ fullPage: true, clip }));
  const shown = (await textsOn(page)).flatMap((text) => messages.get(text) ?? []);
  return { screen, file, messages: [...new Set(shown)], misfits };
}

const escape = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
const list = (title: string, items: readonly string[]) =>
  items.length === 0
    ? ""
    : `<details><summary>${title}: ${items.length}</summary><ul>${items.map((item) => `<li>${escape(item)}</li>`).join("")}</ul></details>`;

const indexPage = (
  language: Language,
  width: number,
  taken: readonly Taken[],
): string => `<!doctype html>
<html lang="en"><meta charset="utf-8"><title>${languageNames[language]}, ${width} px</title>
<style>body{font:14px sans-serif}main{display:flex;flex-wrap:wrap;gap:16px}figure{width:${width > 700 ? 480 : 240}px;margin:0}img{width:100%;border:1px solid #999}</style>
<h1>${languageNames[language]}, ${width} px</h1><main>${taken
  .map(
    ({ screen, file, messages, misfits }) =>
      `<figure><figcaption>${escape(screen.name)}</figcaption><a href="${file}"><img src="${file}" loading="lazy"></a>${list("messages", messages)}${list("does not fit", misfits)}</figure>`,
  )
  .join("\n")}</main></html>`;

async function takeAll(
  browser: Browser,
  address: string,
  look: Look,
  wanted: readonly Screen[],
): Promise<void> {
  const { language, width, colorScheme } = look;
  const folder = join(FOLDER, language, colorScheme === "dark" ? `${width}-dark` : String(width));
  mkdirSync(folder, { recursive: true });
  const known = {
    folder,
    texts: await readTexts(language),
    messages: await readMessages(language),
  };
  const taken: Taken[] = [];
  let page: Page | undefined;
  let as: string | undefined;
  for (const screen of wanted) {
    if (!page || as !== screen.as) {
      await page?.context().close();
      as = screen.as;
      page = await open(browser, address, look, as);
    }
    try {
      await page.setViewportSize({ width, height: HEIGHTS[width] ?? 0 });
      const result = await take(page, screen, known);
      taken.push(result);
      for (const misfit of result.misfits)
        process.stdout.write(`${language} ${width} ${screen.name}: ${misfit}\n`);
    } catch (error) {
      process.stderr.write(`${language} ${width} ${screen.name}: ${String(error)}\n`);
      process.exitCode = 1;
    }
  }
  await page?.context().close();
  writeFileSync(join(folder, "index.html"), indexPage(language, width, taken));
  process.stdout.write(`${join(folder, "index.html")}: ${taken.length} screens\n`);
}

const { languages, widths, colorScheme, wanted } = readArguments(process.argv.slice(2));
const data = mkdtempSync(join(tmpdir(), "commonlane-screens-"));
chmodSync(data, 0o755);
const demo = await launch({ script: join(ROOT, "scripts/demo.ts"), folder: data, port: 0 });
const browser = await chromium.launch(config.use?.launchOptions);
try {
  const { origin } = new URL(demo.address);
  runAdminCommand(data, ["administrators", "add", "helena.malin@demo.example"]);
  for (const language of languages)
    for (const width of widths)
      await takeAll(browser, origin, { language, width, colorScheme }, wanted);
} finally {
  await browser.close();
  await demo.stop();
  rmSync(data, { recursive: true, force: true });
}
