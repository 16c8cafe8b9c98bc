import type { Challenge } from "@commonlane/contract/captcha";
import { solveChallenge } from "altcha-lib";
import type { DeriveKeyFunction } from "altcha-lib/types";
import { deriveKey } from "./derive-key.ts";

/** A page that does not answer for longer feels broken. */
const PAUSE_AFTER_MS = 30;

/** Does the work on the page itself, with pauses in which the page can answer. */
export const solveOnMainThread = (challenge: Challenge, timeout: number) =>
  solveChallenge({ challenge, timeout, deriveKey: withPauses(deriveKey) });

function withPauses(derive: DeriveKeyFunction): DeriveKeyFunction {
  let pausedAt = performance.now();
  return async (...parts) => {
    if (performance.now() - pausedAt > PAUSE_AFTER_MS) {
      await new Promise((resume) => setTimeout(resume));
      pausedAt = performance.now();
    }
    return derive(...parts);
  };
}
