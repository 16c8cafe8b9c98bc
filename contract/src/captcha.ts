import * as z from "zod/mini";
import { endpoint } from "./endpoint.ts";
import { captchaActions } from "./proof-of-work.ts";
import { queryNumber } from "./shapes.ts";

const ShortText = z.string().check(z.maxLength(200));

/** A proof-of-work challenge as created by altcha-lib; `signature` covers all parameters. */
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
      /** Unix time in seconds. */
      expiresAt: z.int(),
      /** Number of candidate keys, of which one is right. */
      keys: z.int(),
      /** How many times the usual work it is. */
      difficulty: z.number(),
      /** Hash of the network that may use the challenge. */
      of: ShortText,
    }),
  }),
  signature: ShortText,
});
export type Challenge = z.infer<typeof Challenge>;

/** A challenge with the counter that solves it. */
export const ProofOfWork = z.object({
  challenge: Challenge,
  solution: z.object({
    counter: z.int(),
    derivedKey: ShortText,
  }),
});
export type ProofOfWork = z.infer<typeof ProofOfWork>;

export const DIFFICULTY_MAX = 16;

/** `current` of captcha_over if a valid proof was too easy, because much was requested for the same account. */
export const HarderChallenge = z.object({
  difficulty: z.int().check(z.gte(1), z.lte(DIFFICULTY_MAX)),
});
export type HarderChallenge = z.infer<typeof HarderChallenge>;

export const captcha = {
  challenge: endpoint({
    summary:
      "Get a proof-of-work challenge for an action; null if the server does not require proofs",
    method: "GET",
    path: "/captcha/challenge",
    access: "public",
    query: z.object({
      action: z.enum(captchaActions),
      /** Asks for more than the usual work, after captcha_over with a `HarderChallenge`. */
      difficulty: z.optional(queryNumber(z.int(), z.gte(1), z.lte(DIFFICULTY_MAX))),
    }),
    reply: z.object({
      challenge: z.nullable(Challenge),
      validS: z.int(),
    }),
    limits: [{ by: "address", count: 120, perS: 600 }],
  }),
};
