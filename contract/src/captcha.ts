import * as z from "zod/mini";
import { endpoint } from "./endpoint.ts";
import { captchaActions } from "./proof-of-work.ts";

const ShortText = z.string().check(z.maxLength(200));

/** Work to be done before a call is heard, as altcha-lib makes it; `signature` covers every one of the parameters. */
export const Challenge = z.object({
  parameters: z.object({
    algorithm: ShortText,
    nonce: ShortText,
    salt: ShortText,
    cost: z.int(),
    keyLength: z.int(),
    keyPrefix: ShortText,
    keySignature: ShortText,
    data: z.object({
      action: z.enum(captchaActions),
      /** Seconds since 1970. */
      expiresAt: z.int(),
      /** One of that many keys is the right one. */
      keys: z.int(),
      /** The network that it is good for, as a hash. */
      of: ShortText,
    }),
  }),
  signature: ShortText,
});
export type Challenge = z.infer<typeof Challenge>;

/** A challenge and the counter that solves it. */
export const ProofOfWork = z.object({
  challenge: Challenge,
  solution: z.object({ counter: z.int(), derivedKey: ShortText }),
});
export type ProofOfWork = z.infer<typeof ProofOfWork>;

export const captcha = {
  challenge: endpoint({
    summary: "A piece of work whose proof lets one call of an action through; none where the server asks for no proofs",
    method: "GET",
    path: "/captcha/challenge",
    access: "public",
    query: z.object({ action: z.enum(captchaActions) }),
    reply: z.object({ challenge: z.nullable(Challenge), validS: z.int() }),
    limits: [{ by: "address", count: 120, perS: 600 }],
  }),
};
