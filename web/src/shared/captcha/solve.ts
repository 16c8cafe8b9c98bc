import type { Challenge, Proof } from "@commonlane/contract/captcha";
import { solveChallengeWorkers } from "altcha-lib";
import { loadPart } from "../load-part.ts";
import { log } from "../log.ts";

type Solution = Proof["solution"];

/**
 * Does the work beside the page; where there are no workers, or ours cannot be loaded, on the page itself. Nothing where
 * it takes longer than `timeoutMs`.
 */
export async function solve(challenge: Challenge, timeoutMs: number): Promise<Solution | undefined> {
  const solution = await inWorker(challenge, timeoutMs).catch(async (error: unknown) => {
    log.error("no worker for a proof of work", { error });
    const { solveHere } = await loadPart("solve-here", () => import("./solve-here.ts"));
    return solveHere(challenge, timeoutMs);
  });
  return solution ? { counter: solution.counter, derivedKey: solution.derivedKey } : undefined;
}

// One is enough: more would only warm a phone up for a wait that nobody notices.
const inWorker = (challenge: Challenge, timeout: number) =>
  solveChallengeWorkers({
    challenge,
    timeout,
    concurrency: 1,
    createWorker: () => new Worker(new URL("./proof.worker.ts", import.meta.url), { type: "module" }),
  });
