import type { Challenge } from "@commonlane/contract/captcha";
import { solveChallenge } from "altcha-lib";
import type { DeriveKeyFunction } from "altcha-lib/types";
import { deriveKey } from "./derive-key.ts";

/** Longer blocks make a page feel broken. */
const PAUSE_AFTER_MS = 30;

/** Solves the challenge on the main thread, with pauses for user input. */
export const solveOnMainThread = (challenge: Challenge, timeout: number) =>
  solveChallenge({
    challenge,
    timeout,
    deriveKey: withPauses(deriveKey),
  });

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
