import type { CaptchaAction } from "@commonlane/contract/proof-of-work";

/** Provides proofs of work for calls. Set once when the app starts; until then there are none. */
export interface ProofSource {
  /** Starts the work for a call that is likely to follow; can be called repeatedly. */
  prepareProof: (action: CaptchaAction) => void;
  /** Sends with a proof, and again with a new one if the first is rejected. */
  sendWithProof: <A extends ProofAnswer>(
    action: CaptchaAction,
    send: (proof?: string) => Promise<A>,
    signal?: AbortSignal,
  ) => Promise<A>;
}

/** The part of a reply that shows whether the proof was accepted. */
export interface ProofAnswer {
  readonly status: number;
  readonly json: unknown;
}

const noProofs: ProofSource = {
  prepareProof: () => undefined,
  sendWithProof: (_, send) => send(),
};

let source = noProofs;

export const proofSource = (): ProofSource => source;

/** Sets the source of proofs; without an argument, calls are sent without proofs. */
export function setProofSource(next: ProofSource = noProofs): void {
  source = next;
}
