import { loadChunk } from "../load-chunk.ts";
import type { ProofSource } from "./proof-source.ts";

/** Loaded when the first form needs it. */
function loadProofOfWork() {
  return loadChunk("proof-of-work", () => import("./proof-of-work.ts"));
}

export const lazyProofSource: ProofSource = {
  // The call itself tries again and reports errors.
  prepareProof: (action) =>
    void loadProofOfWork().then(({ prepareProof }) => prepareProof(action), ignore),
  sendWithProof: async (action, send, signal) =>
    (await loadProofOfWork()).sendWithProof(action, send, signal),
};

const ignore = () => undefined;
