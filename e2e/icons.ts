import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { chromium } from "@playwright/test";
import config from "./playwright.config.ts";

/** `npm run generate -- icons`: draws the icons of the installed app from favicon.svg. The result is committed. */

const PUBLIC = join(import.meta.dirname, "../web/public");
const FOLDER = join(PUBLIC, "icons");
const svg = readFileSync(join(PUBLIC, "favicon.svg"), "utf8");
/**
 * Systems cut maskable icons to their own shapes: the drawing stays within the middle 80 %, the background fills the
 * rest.
 */
const wholeGround = svg
  .replace(' rx="9"', "")
  .replace('viewBox="0 0 32 32"', 'viewBox="-4 -4 40 40"');
const maskable = wholeGround.replace(
  '<rect width="32" height="32"',
  '<rect x="-4" y="-4" width="40" height="40"',
);

const icons = [
  { name: "icon-192", drawing: svg, px: 192 },
  { name: "icon-512", drawing: svg, px: 512 },
  { name: "maskable-192", drawing: maskable, px: 192 },
  { name: "maskable-512", drawing: maskable, px: 512 },
  // Apple rounds the corners itself and shows transparency as black.
  { name: "apple-180", drawing: maskable, px: 180 },
];

mkdirSync(FOLDER, { recursive: true });
const browser = await chromium.launch(config.use?.launchOptions);
const page = await browser.newPage();
for (const { name, drawing, px } of icons) {
  await page.setViewportSize({ width: px, height: px });
  const sized = drawing.replace(
    "<svg ",
    `<svg width="${px}" height="${px}" style="display:block" `,
  );
  await page.setContent(`<body style="margin:0;background:transparent">${sized}</body>`);
  writeFileSync(join(FOLDER, `${name}.png`), await page.screenshot({ omitBackground: true }));
}
await browser.close();
