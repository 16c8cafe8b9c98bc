import { captcha, type Challenge } from "@commonlane/contract/captcha";
import type { CaptchaAction } from "@commonlane/contract/proof-of-work";
import { ProblemReply } from "@commonlane/contract/problem";
import { call } from "../api/api-client.ts";
import { log } from "../log.ts";
import { showProgress } from "./progress-container.ts";
import type { ProofAnswer } from "./proof-source.ts";
import { solveInWorker } from "./solve-in-worker.ts";

/** A proof that ends this soon might be late at the server. */
const MARGIN_MS = 30_000;

interface PreparedProof {
  /** What the header carries; nothing where the server asks for no proof, or none could be made. */
  readonly proof: Promise<string | undefined>;
  /** By this device's clock. */
  validUntilMs: number;
}
const prepared = new Map<CaptchaAction, PreparedProof>();

/** Begins the work for an action unless that was done already and is still good. What fails is begun anew the next time. */
export function prepareProof(action: CaptchaAction): void {
  getPreparedProof(action).proof.catch(() => undefined);
}

/**
 * Sends with a proof of its own, and once more with another where the server does not take the first. Throws what
 * fetching the challenge throws, or the abort itself; the work is then kept for the next try.
 */
export async function sendWithProof<A extends ProofAnswer>(
  action: CaptchaAction,
  send: (proof?: string) => Promise<A>,
  signal?: AbortSignal,
): Promise<A> {
  const answer = await send(await takeProof(action, signal));
  if (!isRefusedProof(answer)) return answer;
  return send(await takeProof(action, signal));
}

function getPreparedProof(action: CaptchaAction): PreparedProof {
  const existing = prepared.get(action);
  if (existing && existing.validUntilMs > Date.now()) return existing;
  const entry: PreparedProof = {
    proof: makeProof(action, (untilMs) => (entry.validUntilMs = untilMs)),
    validUntilMs: Infinity,
  };
  prepared.set(action, entry);
  entry.proof.catch(() => {
    if (prepared.get(action) === entry) prepared.delete(action);
  });
  return entry;
}

/** A proof that nobody else gets. */
async function takeProof(action: CaptchaAction, signal: AbortSignal | undefined): Promise<string | undefined> {
  signal?.throwIfAborted();
  const work = getPreparedProof(action);
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

async function makeProof(action: CaptchaAction, setValidUntil: (ms: number) => void): Promise<string | undefined> {
  const startedMs = Date.now();
  const { challenge, validS } = await call(captcha.challenge, { query: { action } }, { signal: abortOnPageHide() });
  const endsMs = startedMs + validS * 1000;
  setValidUntil(endsMs - MARGIN_MS);
  if (!challenge) return undefined;
  showProgress("working");
  const proof = await solveToHeader(challenge, endsMs - Date.now());
  showProgress(proof === undefined ? "failed" : "ready");
  return proof;
}

/** Ends what is under way when the page is left, which is no failure that anybody should read of. */
function abortOnPageHide(): AbortSignal {
  const controller = new AbortController();
  globalThis.addEventListener?.("pagehide", () => controller.abort(), { once: true });
  return controller.signal;
}

/** The call goes without a proof where none can be made: the server's refusal says it best. */
async function solveToHeader(challenge: Challenge, timeoutMs: number): Promise<string | undefined> {
  try {
    const solution = await solveInWorker(challenge, timeoutMs);
    if (solution) return btoa(JSON.stringify({ challenge, solution }));
    log.error("a proof of work took too long", {});
  } catch (error) {
    log.error("no proof of work", { error });
  }
  return undefined;
}

const isRefusedProof = ({ status, json }: ProofAnswer): boolean =>
  status === 400 && (ProblemReply.safeParse(json).data?.code.startsWith("captcha_") ?? false);
