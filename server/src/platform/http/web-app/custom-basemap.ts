import type { CustomBasemap } from "@commonlane/contract/community";
import type { Settings } from "../../settings.ts";

/** The operator's map as passed to pages; undefined if none is set. */
export function readCustomBasemap({
  BASEMAP,
  BASEMAP_CREDIT,
}: Pick<Settings, "BASEMAP" | "BASEMAP_CREDIT">): CustomBasemap | null {
  if (BASEMAP === undefined) return null;
  const kind = (["pmtiles", "style", "raster"] as const).find((candidate) =>
    BASEMAP.startsWith(`${candidate}:`),
  );
  return kind
    ? {
        kind,
        url: BASEMAP.slice(kind.length + 1),
        credit: BASEMAP_CREDIT,
      }
    : null;
}

/** Origins besides this server's own from which pages may fetch the operator's map. */
export function listBasemapOrigins({
  BASEMAP,
  BASEMAP_ORIGINS,
}: Pick<Settings, "BASEMAP" | "BASEMAP_ORIGINS">): string[] {
  const mainOrigin = /https?:\/\/[^/]+/.exec(BASEMAP ?? "")?.[0];
  const otherOrigins = (BASEMAP_ORIGINS ?? "").split(/\s+/);
  return mainOrigin === undefined
    ? []
    : [...new Set([mainOrigin, ...otherOrigins])].filter((origin) => origin !== "");
}
