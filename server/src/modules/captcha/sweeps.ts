import type { Sweep } from "#platform/jobs/sweeps.ts";
import { sweepUsedProofs } from "./captcha.ts";
import { sweepChallengeCounts } from "./difficulty.ts";
import { rotateSecret } from "./secrets.ts";

/** What time does to proofs and challenges, and to the secret that signs them. */
export const captchaSweeps: readonly Sweep[] = [
  { name: "proof.pruned", everyS: 600, run: sweepUsedProofs },
  { name: "proof-load.pruned", everyS: 600, run: sweepChallengeCounts },
  { name: "captcha-secret.replaced", everyS: 3600, run: rotateSecret },
];
