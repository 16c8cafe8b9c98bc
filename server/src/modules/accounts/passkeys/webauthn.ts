/** The library that checks passkeys. Loaded with the first one, because it is large and most starts never need it. */
export const loadWebAuthn = () => import("@simplewebauthn/server");

/** Kinds of keys that are accepted: Ed25519, ECDSA with P-256, and RSA for older Windows devices (COSE numbers). */
export const KEY_ALGORITHMS = [-8, -7, -257];
