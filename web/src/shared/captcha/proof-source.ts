import type { CaptchaAction } from "@commonlane/contract/proof-of-work";

/** Where calls get proofs of work from. The app sets it once at start; until then there are none. */
export interface ProofSource {
  /** Begins the work for a call that is likely to come; without harm as often as one likes. */
  prepareProof: (action: CaptchaAction) => void;
  /** Sends with a proof, and once more with another where the first one is not taken. */
  sendWithProof: <A extends ProofAnswer>(
    action: CaptchaAction,
    send: (proof?: string) => Promise<A>,
    signal?: AbortSignal,
  ) => Promise<A>;
}

/** What is looked at in an answer, to find whether the proof was taken. */
export interface ProofAnswer {
  readonly status: number;
  readonly json: unknown;
}

const noProofs: ProofSource = { prepareProof: () => undefined, sendWithProof: (_, send) => send() };

let source = noProofs;

export const proofSource = (): ProofSource => source;

/** Puts another source in place; without one, calls go without proofs. */
export function setProofSource(next: ProofSource = noProofs): void {
  source = next;
}
