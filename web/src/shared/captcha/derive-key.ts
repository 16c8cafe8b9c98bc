import { pbkdf2 } from "@noble/hashes/pbkdf2.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { deriveKey as deriveKeyInBrowser } from "altcha-lib/algorithms/web/pbkdf2";
import type { DeriveKeyFunction } from "altcha-lib/types";

/** Five times slower or so, and on pages without TLS all there is: the browser keeps its cryptography for the others. */
export const deriveKeyInJs: DeriveKeyFunction = ({ algorithm, cost, keyLength }, salt, password) => {
  if (algorithm !== "PBKDF2/SHA-256") return Promise.reject(new Error(`${algorithm} is not known here.`));
  return Promise.resolve({ derivedKey: pbkdf2(sha256, password, salt, { c: cost, dkLen: keyLength }) });
};

/** One step of the work. */
export const deriveKey: DeriveKeyFunction = "subtle" in crypto ? deriveKeyInBrowser : deriveKeyInJs;
