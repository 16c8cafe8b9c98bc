import type { Sweep } from "#platform/jobs/sweeps.ts";
import { sweepUsedProofs } from "./captcha.ts";
import { sweepChallengeCounts } from "./difficulty.ts";
import { rotateSecret } from "./secrets.ts";

/** Expire proofs and challenge counts, and rotate the signing secret. */
export const captchaSweeps: readonly Sweep[] = [
  { name: "proof.pruned", everyS: 600, run: sweepUsedProofs },
  { name: "proof-load.pruned", everyS: 600, run: sweepChallengeCounts },
  { name: "captcha-secret.replaced", everyS: 3600, run: rotateSecret },
];
