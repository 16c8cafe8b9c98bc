import {
  captcha,
  type Challenge,
  HarderChallenge,
  type ProofOfWork,
} from "@commonlane/contract/captcha";
import { ProblemReply } from "@commonlane/contract/problem";
import type { CaptchaAction } from "@commonlane/contract/proof-of-work";
import { solveChallengeWorkers } from "altcha-lib";
import { call } from "../api/api-client.ts";
import { loadChunk } from "../load-chunk.ts";
import { log } from "../log.ts";
import { showProgress } from "./CaptchaContainer.tsx";
import type { ProofAnswer } from "./proof-source.ts";

/** A proof that expires this soon might reach the server too late. */
const MARGIN_MS = 30_000;

interface PreparedProof {
  /** Value of the header; undefined if the server requires no proof or none could be computed. */
  readonly proof: Promise<string | undefined>;
  /** By this device's clock. */
  validUntilMs: number;
}
const prepared = new Map<CaptchaAction, PreparedProof>();

/** Starts the work for an action unless a valid proof exists or is under way. A failure is retried next time. */
export function prepareProof(action: CaptchaAction): void {
  getPreparedProof(action).proof.catch(() => undefined);
}

/**
 * Sends with a proof, and again with a new one if the server rejects it. Rethrows errors of fetching the challenge and
 * aborts; the proof is then kept for the next attempt.
 */
export async function sendWithProof<A extends ProofAnswer>(
  action: CaptchaAction,
  send: (proof?: string) => Promise<A>,
  signal?: AbortSignal,
): Promise<A> {
  const answer = await send(await takeProof(action, signal));
  const refusal = findRefusal(answer);
  if (!refusal) return answer;
  const harder = HarderChallenge.safeParse(refusal.current).data;
  return send(await takeProof(action, signal, harder));
}

function getPreparedProof(action: CaptchaAction, harder?: HarderChallenge): PreparedProof {
  const existing = prepared.get(action);
  if (existing && !harder && existing.validUntilMs > Date.now()) return existing;
  const entry: PreparedProof = {
    proof: makeProof(
      {
        action,
        ...harder,
      },
      (untilMs) => (entry.validUntilMs = untilMs),
    ),
    validUntilMs: Infinity,
  };
  prepared.set(action, entry);
  entry.proof.catch(() => {
    if (prepared.get(action) === entry) prepared.delete(action);
  });
  return entry;
}

/** Takes a proof out of the cache, so that it is used only once. */
async function takeProof(
  action: CaptchaAction,
  signal: AbortSignal | undefined,
  harder?: HarderChallenge,
): Promise<string | undefined> {
  signal?.throwIfAborted();
  const work = getPreparedProof(action, harder);
  prepared.delete(action);
  const abort = new Promise<never>((_, reject) => {
    signal?.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
  try {
    return await Promise.race([work.proof, abort]);
  } catch (error) {
    if (signal?.aborted && !prepared.has(action)) prepared.set(action, work);
    throw error;
  }
}

async function makeProof(
  query: {
    action: CaptchaAction;
    difficulty?: number;
  },
  setValidUntil: (ms: number) => void,
): Promise<string | undefined> {
  const startedMs = Date.now();
  const { challenge, validS } = await call(
    captcha.challenge,
    { query },
    { signal: abortOnPageHide() },
  );
  const endsMs = startedMs + validS * 1000;
  setValidUntil(endsMs - MARGIN_MS);
  if (!challenge) return undefined;
  showProgress("working");
  const proof = await solveToHeader(challenge, endsMs - Date.now());
  showProgress(proof === undefined ? "failed" : "ready");
  return proof;
}

/** Aborts the work when the user leaves the page, so that it is not logged as an error. */
function abortOnPageHide(): AbortSignal {
  const controller = new AbortController();
  globalThis.addEventListener?.("pagehide", () => controller.abort(), { once: true });
  return controller.signal;
}

/** Without a proof the call is still sent: the server's reply has the best error message. */
async function solveToHeader(challenge: Challenge, timeoutMs: number): Promise<string | undefined> {
  try {
    const solution = await solveInWorker(challenge, timeoutMs);
    if (solution)
      return btoa(
        JSON.stringify({
          challenge,
          solution,
        }),
      );
    log.error("proof of work timed out", {});
  } catch (error) {
    log.error("proof of work failed", { error });
  }
  return undefined;
}

/** The refusal of a proof; undefined for any other answer. */
function findRefusal({ status, json }: ProofAnswer): ProblemReply | undefined {
  const problem = status === 400 ? ProblemReply.safeParse(json).data : undefined;
  return problem?.code.startsWith("captcha_") ? problem : undefined;
}

type Solution = ProofOfWork["solution"];

/**
 * Solves the challenge in a worker, or on the main thread if workers are unavailable. Resolves to undefined after
 * `timeoutMs`.
 */
async function solveInWorker(
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
