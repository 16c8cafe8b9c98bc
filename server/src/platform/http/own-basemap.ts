import type { OwnBasemap } from "@commonlane/contract/community";
import type { Settings } from "../settings.ts";

/** The operator's map as pages are told of it; nothing where none is set. */
export function ownBasemap({
  BASEMAP,
  BASEMAP_CREDIT,
}: Pick<Settings, "BASEMAP" | "BASEMAP_CREDIT">): OwnBasemap | null {
  if (BASEMAP === undefined) return null;
  const kind = (["pmtiles", "style", "raster"] as const).find((known) => BASEMAP.startsWith(`${known}:`));
  return kind ? { kind, url: BASEMAP.slice(kind.length + 1), credit: BASEMAP_CREDIT } : null;
}

/** The origins that pages may fetch the operator's map from besides this server's own. */
export function basemapOrigins({ BASEMAP, BASEMAP_ORIGINS }: Pick<Settings, "BASEMAP" | "BASEMAP_ORIGINS">): string[] {
  const own = /https?:\/\/[^/]+/.exec(BASEMAP ?? "")?.[0];
  const further = (BASEMAP_ORIGINS ?? "").split(/\s+/);
  return own === undefined ? [] : [...new Set([own, ...further])].filter((origin) => origin !== "");
}
