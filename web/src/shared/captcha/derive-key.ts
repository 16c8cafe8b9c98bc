import { pbkdf2 } from "@noble/hashes/pbkdf2.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { deriveKey as deriveKeyInBrowser } from "altcha-lib/algorithms/web/pbkdf2";
import type { DeriveKeyFunction } from "altcha-lib/types";

/** About five times slower, but the only option without TLS, where browsers offer no Web Crypto. */
export const deriveKeyInJs: DeriveKeyFunction = (
  { algorithm, cost, keyLength },
  salt,
  password,
) => {
  if (algorithm !== "PBKDF2/SHA-256")
    return Promise.reject(new Error(`${algorithm} is not supported.`));
  return Promise.resolve({
    derivedKey: pbkdf2(sha256, password, salt, {
      c: cost,
      dkLen: keyLength,
    }),
  });
};

/** One iteration of the proof of work. */
export const deriveKey: DeriveKeyFunction = "subtle" in crypto ? deriveKeyInBrowser : deriveKeyInJs;
