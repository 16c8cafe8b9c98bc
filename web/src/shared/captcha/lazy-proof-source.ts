import { loadChunk } from "../load-chunk.ts";
import type { ProofSource } from "./proof-source.ts";

/** Fetched when the first form needs it. */
const loadProofOfWork = () => loadChunk("proof-of-work", () => import("./proof-of-work.ts"));

export const lazyProofSource: ProofSource = {
  // What fails here is tried again by the call itself, and told there.
  prepareProof: (action) => void loadProofOfWork().then(({ prepareProof }) => prepareProof(action), ignore),
  sendWithProof: async (action, send, signal) => (await loadProofOfWork()).sendWithProof(action, send, signal),
};

const ignore = () => undefined;
