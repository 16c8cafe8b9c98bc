import { createHash } from "node:crypto";
import { createRequire } from "node:module";
import { LRUCache } from "lru-cache";
import { Semaphore } from "../semaphore.ts";

/** About 30 kB each. */
const CACHE_SIZE = 200;
/** An image takes a tenth of a second of one core, outside of the main thread. */
const QUEUE = { maxConcurrent: 1, maxQueued: 20 };
const LATIN_FONT = "@expo-google-fonts/hanken-grotesk/700Bold/HankenGrotesk_700Bold.ttf";
const ARABIC_FONT = "@expo-google-fonts/cairo/700Bold/Cairo_700Bold.ttf";
/** Other scripts need a font of the system, which takes longer to find. */
const COVERED_BY_FONTS =
  /^[\p{Script=Latin}\p{Script=Arabic}\p{Script=Common}\p{Script=Inherited}]*$/u;

const cache = new LRUCache<string, Promise<Buffer>>({ max: CACHE_SIZE });
const queue = new Semaphore(QUEUE);

/** Changes whenever the image does. */
export const svgVersion = (svg: string): string =>
  createHash("sha256").update(svg).digest("base64url").slice(0, 16);

/**
 * An SVG of our own as a PNG. Equal images are rendered once. @throws Problem too_many if too many others wait.
 */
export function renderSvgAsPng(svg: string): Promise<Buffer> {
  const version = svgVersion(svg);
  const cached = cache.get(version);
  if (cached) return cached;
  const image = queue.run(() => rasterize(svg));
  cache.set(version, image);
  image.catch(() => cache.delete(version));
  return image;
}

async function rasterize(svg: string): Promise<Buffer> {
  // Loaded with the first image, not at start.
  const { renderAsync } = await import("@resvg/resvg-js");
  const image = await renderAsync(svg, {
    font: {
      fontFiles: [LATIN_FONT, ARABIC_FONT].map((font) =>
        createRequire(import.meta.url).resolve(font),
      ),
      loadSystemFonts: !COVERED_BY_FONTS.test(svg),
      defaultFontFamily: "Hanken Grotesk",
    },
  });
  return image.asPng();
}
