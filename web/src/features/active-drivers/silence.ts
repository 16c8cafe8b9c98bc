import { operator } from "#shared/operator.ts";

/** After how long without news a driver is off the map. */
const silentMs = (): number => operator.driverSilentS * 1000;

/** Whoever stands says so this often, so that they stay on the map; several may be lost. */
export const standingMs = (): number => Math.min(60_000, silentMs() / 10);

/** Not heard of for so long, a driver steps back; after some more time the server takes them off the map. */
export const fadesAfterMs = (): number => Math.min(180_000, silentMs() * 0.3);

/** Whoever was heard less long ago did not go by silence. */
export const notSilentMs = (): number => silentMs() * 0.4;
