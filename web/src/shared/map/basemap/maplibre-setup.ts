import { addProtocol, setWorkerUrl } from "maplibre-gl";
import workerUrl from "maplibre-gl/dist/maplibre-gl-worker.mjs?url";
import { Protocol } from "pmtiles";

// A worker from our own address: the page's policy allows no blob workers.
setWorkerUrl(workerUrl);
addProtocol("pmtiles", new Protocol().tile);

/** Where the shipped basemap is read from, in ranges; its server must answer `Range` with 206. */
export function basemapUrl(): string {
  return `pmtiles://${location.origin}/basemap.pmtiles`;
}

/** Draws labels in these; scripts that they lack come from the system's fonts. */
export const LABEL_FONT = ["Hanken Grotesk Variable", "Noto Sans", "sans-serif"];

const FONT_TIMEOUT_MS = 1500;

/** Settles once labels can be drawn: MapLibre keeps the letters it drew first, even when the web font arrives later. */
export async function waitForFonts(): Promise<void> {
  const [family] = LABEL_FONT;
  const loaded = Promise.allSettled(["500", "700"].map((weight) => document.fonts.load(`${weight} 16px "${family}"`)));
  await Promise.race([loaded, new Promise((resolve) => setTimeout(resolve, FONT_TIMEOUT_MS))]);
}
