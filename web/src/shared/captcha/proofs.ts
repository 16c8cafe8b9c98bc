import { captcha, type Challenge } from "@commonlane/contract/captcha";
import type { CaptchaAction } from "@commonlane/contract/proof";
import { ProblemReply } from "@commonlane/contract/problem";
import { call } from "../api.ts";
import { log } from "../log.ts";
import { showProgress } from "./container.ts";
import type { Answer } from "./proof-source.ts";
import { solve } from "./solve.ts";

/** A proof that ends this soon might be late at the server. */
const MARGIN_MS = 30_000;

interface Work {
  /** What the header carries; nothing where the server asks for no proof, or none could be made. */
  readonly proof: Promise<string | undefined>;
  /** By this device's clock. */
  goodUntilMs: number;
}
const prepared = new Map<CaptchaAction, Work>();

/** Begins the work for an action unless that was done already and is still good. What fails is begun anew the next time. */
export function prepare(action: CaptchaAction): void {
  workFor(action).proof.catch(() => undefined);
}

/**
 * Sends with a proof of its own, and once more with another where the server does not take the first. Throws what
 * fetching the challenge throws, or the abort itself; the work is then kept for the next try.
 */
export async function proven<A extends Answer>(
  action: CaptchaAction,
  send: (proof?: string) => Promise<A>,
  signal?: AbortSignal,
): Promise<A> {
  const answer = await send(await take(action, signal));
  if (!isRefusedProof(answer)) return answer;
  return send(await take(action, signal));
}

function workFor(action: CaptchaAction): Work {
  const known = prepared.get(action);
  if (known && known.goodUntilMs > Date.now()) return known;
  const work: Work = { proof: makeProof(action, (untilMs) => (work.goodUntilMs = untilMs)), goodUntilMs: Infinity };
  prepared.set(action, work);
  work.proof.catch(() => {
    if (prepared.get(action) === work) prepared.delete(action);
  });
  return work;
}

/** A proof that nobody else gets. */
async function take(action: CaptchaAction, signal: AbortSignal | undefined): Promise<string | undefined> {
  signal?.throwIfAborted();
  const work = workFor(action);
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

async function makeProof(action: CaptchaAction, goodUntil: (ms: number) => void): Promise<string | undefined> {
  const startedMs = Date.now();
  const { challenge, validS } = await call(captcha.challenge, { query: { action } }, { signal: leaving() });
  const endsMs = startedMs + validS * 1000;
  goodUntil(endsMs - MARGIN_MS);
  if (!challenge) return undefined;
  showProgress("working");
  const proof = await worked(challenge, endsMs - Date.now());
  showProgress(proof === undefined ? "failed" : "ready");
  return proof;
}

/** Ends what is under way when the page is left, which is no failure that anybody should read of. */
function leaving(): AbortSignal {
  const left = new AbortController();
  globalThis.addEventListener?.("pagehide", () => left.abort(), { once: true });
  return left.signal;
}

/** The call goes without a proof where none can be made: the server's refusal says it best. */
async function worked(challenge: Challenge, timeoutMs: number): Promise<string | undefined> {
  try {
    const solution = await solve(challenge, timeoutMs);
    if (solution) return btoa(JSON.stringify({ challenge, solution }));
    log.error("a proof of work took too long", {});
  } catch (error) {
    log.error("no proof of work", { error });
  }
  return undefined;
}

const isRefusedProof = ({ status, json }: Answer): boolean =>
  status === 400 && (ProblemReply.safeParse(json).data?.code.startsWith("captcha_") ?? false);
