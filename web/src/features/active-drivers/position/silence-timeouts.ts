import { communitySettings } from "#shared/community-settings.ts";

/** Silence after which a driver is taken offline. */
const removalTimeoutMs = (): number => communitySettings.driverTimeoutS * 1000;

/** Report interval without movement; several reports may get lost. */
export function stationaryIntervalMs(): number {
  return Math.min(60_000, removalTimeoutMs() / 10);
}

/** Silence after which a driver fades; later the server takes them offline. */
export function fadesAfterMs(): number {
  return Math.min(180_000, removalTimeoutMs() * 0.3);
}

/** A more recent report rules out an end by silence. */
export const recentlyHeardMs = (): number => removalTimeoutMs() * 0.4;
