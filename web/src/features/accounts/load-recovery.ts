import { loadChunk } from "#shared/load-chunk.ts";

/** Loads what only people without access to their account need: codes, new passwords, verification. */
export function loadRecovery() {
  return loadChunk("recovery", () => import("./account-recovery.ts"));
}
