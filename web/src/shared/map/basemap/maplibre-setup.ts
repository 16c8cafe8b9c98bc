import { addProtocol, setWorkerUrl } from "maplibre-gl";
import workerUrl from "maplibre-gl/dist/maplibre-gl-worker.mjs?url";
import { Protocol } from "pmtiles";

// The worker is served from our origin because the content security policy forbids blob workers.
setWorkerUrl(workerUrl);
addProtocol("pmtiles", new Protocol().tile);

/** URL of the built-in basemap, read in ranges: the server must answer `Range` with 206. */
export function basemapUrl(): string {
  return `pmtiles://${location.origin}/basemap.pmtiles`;
}

/** Fonts of the labels; other scripts use the system's fonts. */
export const LABEL_FONT = ["Hanken Grotesk Variable", "Noto Sans", "sans-serif"];

// MapLibre reads weight and style from the first name; no such font exists, so the next one is drawn that way.
export const BOLD_FONT = ["bold", ...LABEL_FONT];
export const ITALIC_FONT = ["italic", ...LABEL_FONT];

const FONT_TIMEOUT_MS = 1500;

/** Resolves once labels can be rendered: MapLibre caches glyphs, even if the web font arrives later. */
export async function waitForFonts(): Promise<void> {
  const [family] = LABEL_FONT;
  const loaded = Promise.allSettled(
    ["500", "700"].map((weight) => document.fonts.load(`${weight} 16px "${family}"`)),
  );
  await Promise.race([loaded, new Promise((resolve) => setTimeout(resolve, FONT_TIMEOUT_MS))]);
}
