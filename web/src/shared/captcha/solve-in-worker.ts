import type { Challenge, ProofOfWork } from "@commonlane/contract/captcha";
import { solveChallengeWorkers } from "altcha-lib";
import { loadChunk } from "../load-chunk.ts";
import { log } from "../log.ts";

type Solution = ProofOfWork["solution"];

/**
 * Does the work beside the page; where there are no workers, or ours cannot be loaded, on the page itself. Nothing where
 * it takes longer than `timeoutMs`.
 */
export async function solveInWorker(challenge: Challenge, timeoutMs: number): Promise<Solution | undefined> {
  const solution = await runWorker(challenge, timeoutMs).catch(async (error: unknown) => {
    log.error("no worker for a proof of work", { error });
    const { solveOnMainThread } = await loadChunk("solve-on-main-thread", () => import("./solve-on-main-thread.ts"));
    return solveOnMainThread(challenge, timeoutMs);
  });
  return solution ? { counter: solution.counter, derivedKey: solution.derivedKey } : undefined;
}

// One is enough: more would only warm a phone up for a wait that nobody notices.
const runWorker = (challenge: Challenge, timeout: number) =>
  solveChallengeWorkers({
    challenge,
    timeout,
    concurrency: 1,
    createWorker: () => new Worker(new URL("./proof.worker.ts", import.meta.url), { type: "module" }),
  });
