import type { Challenge, ProofOfWork } from "@commonlane/contract/captcha";
import { solveChallengeWorkers } from "altcha-lib";
import { loadChunk } from "../load-chunk.ts";
import { log } from "../log.ts";

type Solution = ProofOfWork["solution"];

/**
 * Solves the challenge in a worker, or on the main thread if workers are unavailable. Resolves to undefined after
 * `timeoutMs`.
 */
export async function solveInWorker(
  challenge: Challenge,
  timeoutMs: number,
): Promise<Solution | undefined> {
  const solution = await runWorker(challenge, timeoutMs).catch(async (error: unknown) => {
    log.error("proof-of-work worker not available", { error });
    const { solveOnMainThread } = await loadChunk(
      "solve-on-main-thread",
      () => import("./solve-on-main-thread.ts"),
    );
    return solveOnMainThread(challenge, timeoutMs);
  });
  return solution
    ? {
        counter: solution.counter,
        derivedKey: solution.derivedKey,
      }
    : undefined;
}

// One worker is enough: more would heat up a phone without a noticeable gain.
const runWorker = (challenge: Challenge, timeout: number) =>
  solveChallengeWorkers({
    challenge,
    timeout,
    concurrency: 1,
    createWorker: () =>
      new Worker(new URL("./proof.worker.ts", import.meta.url), { type: "module" }),
  });
