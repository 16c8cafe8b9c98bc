import { captcha, type Challenge } from "@commonlane/contract/captcha";
import type { CaptchaAction } from "@commonlane/contract/proof";
import { solveChallenge } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/pbkdf2";
import type { World } from "./world.ts";

/** Does the work as a browser would; gives back what the header carries. Throws where no work was given. */
export async function solve(challenge: Challenge | null): Promise<string> {
  if (!challenge) throw new Error("This server asks for no proofs.");
  const solution = await solveChallenge({ challenge, deriveKey });
  if (!solution) throw new Error("There is always one that fits.");
  return told({ challenge, solution });
}

/** A proof as the header carries it; anything may be in it. */
export const told = (proof: unknown): string => Buffer.from(JSON.stringify(proof)).toString("base64");

/** Work for an action. */
export async function challengeFor({ call }: Pick<World, "call">, action: CaptchaAction, headers = {}) {
  const { body } = await call("GET", captcha.challenge.path, { query: { action }, headers });
  return captcha.challenge.reply.parse(body).challenge;
}

/** A proof that was never used. */
export const proofFor = async (world: Pick<World, "call">, action: CaptchaAction): Promise<string> =>
  solve(await challengeFor(world, action));
