import type { CaptchaAction } from "@commonlane/contract/proof";

/** Where calls get proofs of work from. The app sets it once at start; until then there are none. */
export interface ProofSource {
  /** Begins the work for a call that is likely to come; without harm as often as one likes. */
  prepare: (action: CaptchaAction) => void;
  /** Sends with a proof, and once more with another where the first one is not taken. */
  proven: <A extends Answer>(
    action: CaptchaAction,
    send: (proof?: string) => Promise<A>,
    signal?: AbortSignal,
  ) => Promise<A>;
}

/** What is looked at in an answer, to find whether the proof was taken. */
export interface Answer {
  readonly status: number;
  readonly json: unknown;
}

const none: ProofSource = { prepare: () => undefined, proven: (_, send) => send() };

let source = none;

export const proofSource = (): ProofSource => source;

/** Puts another source in place; without one, calls go without proofs. */
export function setProofSource(next: ProofSource = none): void {
  source = next;
}
