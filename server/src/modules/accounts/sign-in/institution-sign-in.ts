import { message } from "@commonlane/contract/message";
import type { Context } from "#platform/context.ts";
import { Problem } from "#platform/http/problem.ts";
import { localText } from "#platform/i18n/translate.ts";
import { findEnforcingProvider } from "./institution-sign-in.store.ts";

const SIGNS_IN_THERE = message("People with addresses at {domain} sign in at {institution}.", {
  comment:
    "domain: such as uni.example.org; institution: the name of a university, company or town",
});

/**
 * Refuses passwords for addresses whose institution signs people in, depending on the domain only, so that no account
 * becomes known. An administrator whose password was right passes in any case, also if the provider is broken. Throws
 * institution_sign_in.
 */
export async function assertPasswordSignIn(
  ctx: Context,
  email: string,
  /** Owner of the account if the password was right. */
  uid?: string,
): Promise<void> {
  const provider = await findEnforcingProvider(ctx, email, uid ?? null);
  if (!provider || provider.is_administrator) return;
  const { domain, name } = provider;
  throw new Problem("institution_sign_in", {
    message: localText(SIGNS_IN_THERE, { domain, institution: name }),
  });
}
