import { communitySettings } from "#shared/community-settings.ts";

/** After how long without news a driver is off the map. */
const removalTimeoutMs = (): number => communitySettings.driverTimeoutS * 1000;

/** Whoever stands says so this often, so that they stay on the map; several may be lost. */
export const stationaryIntervalMs = (): number => Math.min(60_000, removalTimeoutMs() / 10);

/** Not heard of for so long, a driver steps back; after some more time the server takes them off the map. */
export const fadesAfterMs = (): number => Math.min(180_000, removalTimeoutMs() * 0.3);

/** Whoever was heard less long ago did not go by silence. */
export const recentlyHeardMs = (): number => removalTimeoutMs() * 0.4;
