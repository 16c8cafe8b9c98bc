import type { Page } from "@playwright/test";
import { solveChallenge } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/pbkdf2";
import type { Challenge } from "altcha-lib/types";

/** Solves the proof of work for a call of `action`; returns its header. */
export async function proofFor(page: Page, action: string): Promise<string> {
  const reply = await page.request.get(`/api/captcha/challenge?action=${action}`);
  const { challenge }: { readonly challenge: Challenge } = await reply.json();
  const solution = await solveChallenge({ challenge, deriveKey });
  return Buffer.from(JSON.stringify({ challenge, solution })).toString("base64");
}
