import type { Page } from "@playwright/test";
import { solveChallenge } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/pbkdf2";
import type { Challenge } from "altcha-lib/types";

/** Does the work that a call of `action` wants; gives back what its header carries. */
export async function proofFor(page: Page, action: string): Promise<string> {
  const reply = await page.request.get(`/api/captcha/challenge?action=${action}`);
  const { challenge }: { readonly challenge: Challenge } = await reply.json();
  const solution = await solveChallenge({ challenge, deriveKey });
  return Buffer.from(JSON.stringify({ challenge, solution })).toString("base64");
}
