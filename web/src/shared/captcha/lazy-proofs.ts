import { loadPart } from "../load-part.ts";
import type { ProofSource } from "./proof-source.ts";

/** Fetched when the first form needs it. */
const proofs = () => loadPart("proofs", () => import("./proofs.ts"));

export const lazyProofs: ProofSource = {
  // What fails here is tried again by the call itself, and told there.
  prepare: (action) => void proofs().then(({ prepare }) => prepare(action), ignored),
  proven: async (action, send, signal) => (await proofs()).proven(action, send, signal),
};

const ignored = () => undefined;
