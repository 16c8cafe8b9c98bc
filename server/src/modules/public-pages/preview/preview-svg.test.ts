import type { Language } from "@commonlane/contract/languages";
import sharp from "sharp";
import { expect, test } from "vitest";
import { renderSvgAsPng } from "#platform/images/render-svg.ts";
import { PREVIEW_SIZE, renderPreviewSvg } from "./preview-svg.ts";

const BRAND = { name: "Commonlane", ground: "#0b4f43", logo: null };

const textIn = (language: Language, from: string, to: string) => ({
  language,
  from,
  to,
  title: "",
  day: "2026",
  departure: "07:45",
  arrival: "",
  zone: "",
  price: "€5",
  seats: "",
  offer: "",
  description: "",
});

/** The share of its width at which the light parts of a row of the image have their middle. */
async function middleOfLight(svg: string, top: number, height: number): Promise<number> {
  const { width } = PREVIEW_SIZE;
  const area = { left: 0, top, width, height };
  const { data } = await sharp(await renderSvgAsPng(svg))
    .extract(area)
    .greyscale()
    .threshold(200)
    .raw()
    .toBuffer({ resolveWithObject: true });
  const lit = [...data].flatMap((value, at) => (value > 0 ? [at % width] : []));
  expect(lit.length).toBeGreaterThan(100);
  return lit.reduce((sum, x) => sum + x, 0) / lit.length / width;
}

test("the preview begins at the left for readers of English and at the right for readers of Arabic", async () => {
  const english = renderPreviewSvg(textIn("en", "Bonn", "Köln"), "Commonlane", BRAND);
  const arabic = renderPreviewSvg(textIn("ar", "بون", "كولونيا"), "Commonlane", BRAND);
  for (const [top, height] of [
    [64, 56],
    [190, 80],
    [440, 60],
    [520, 64],
  ] as const) {
    expect(await middleOfLight(english, top, height)).toBeLessThan(0.4);
    expect(await middleOfLight(arabic, top, height)).toBeGreaterThan(0.6);
  }
});

test("the preview names the seats and the host beside the price, and is as wide as the price needs", () => {
  const text = { ...textIn("en", "Bonn", "Köln"), offer: "2 free seats with Ada" };
  const pillWidth = (price: string) => {
    const svg = renderPreviewSvg({ ...text, price }, "Commonlane", BRAND);
    expect(svg).toContain(">2 free seats with Ada</text>");
    return Number(/<rect x="72" y="520" width="(\d+)"/.exec(svg)?.[1]);
  };
  expect(pillWidth("€5")).toBeLessThan(pillWidth("€18 per seat"));
  expect(pillWidth("A price that is much longer than any price that people ask for")).toBe(568);
});

const drawArabic = (to: string) =>
  renderSvgAsPng(renderPreviewSvg(textIn("ar", "بون", to), "Commonlane", BRAND));

test("Arabic letters are drawn with a font of the product", async () => {
  // Letters that no font has are all drawn alike, or not at all.
  expect((await drawArabic("كولونيا")).equals(await drawArabic("برلينيا"))).toBe(false);
});

test("the price has as much room before it as after it", async () => {
  const text = { ...textIn("en", "Bonn", "Köln"), price: "CHF 14 per seat" };
  const svg = renderPreviewSvg(text, "Commonlane", BRAND);
  const pillWidth = Number(/<rect x="72" y="520" width="(\d+)"/.exec(svg)?.[1]);
  const area = { left: 80, top: 535, width: pillWidth - 16, height: 30 };
  const { data } = await sharp(await renderSvgAsPng(svg))
    .extract(area)
    .greyscale()
    .threshold(100)
    .raw()
    .toBuffer({ resolveWithObject: true });
  const dark = [...data].flatMap((value, at) => (value === 0 ? [at % area.width] : []));
  const before = Math.min(...dark);
  const after = area.width - 1 - Math.max(...dark);
  expect(Math.abs(before - after)).toBeLessThan(4);
});
