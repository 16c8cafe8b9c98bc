import { formatAlternatives } from "#platform/i18n/formats.ts";
import { type LocalText, translate } from "#platform/i18n/translate.ts";
import { message, translatable } from "@commonlane/contract/message";
import { createHash, randomInt } from "node:crypto";
import type { Context, InTransaction } from "#platform/context.ts";
import { Problem } from "#platform/http/problem.ts";
import { getRules, isInviteUsable, redeemInvite, type RulesRow } from "./community.store.ts";
import { domainOf } from "@commonlane/contract/email-address";

interface JoinRequest {
  readonly email: string;
  readonly inviteCode: string | undefined;
}

/**
 * Checks whether an address may join with this invite code. Throws email_domain_closed, invite_needed or
 * invite_wrong.
 */
export async function assertMayJoin(
  ctx: Context,
  { email, inviteCode }: JoinRequest,
): Promise<void> {
  const rules = await getRules(ctx);
  assertDomainAllowed(rules, email);
  if (rules.invite_only && !(await isInviteUsable(ctx, requireInviteCodeHash(inviteCode))))
    throw new Problem("invite_wrong");
}

/** Admits a new member and uses the invite code. Throws like `assertMayJoin`. */
export async function admitMember(
  ctx: InTransaction,
  { email, inviteCode }: JoinRequest,
): Promise<void> {
  const rules = await getRules(ctx);
  assertDomainAllowed(rules, email);
  if (rules.invite_only && !(await redeemInvite(ctx, requireInviteCodeHash(inviteCode))))
    throw new Problem("invite_wrong");
}

/** Checks whether a member may use this address. Throws email_domain_closed. */
export async function assertEmailDomainAllowed(ctx: Context, email: string): Promise<void> {
  assertDomainAllowed(await getRules(ctx), email);
}

function assertDomainAllowed({ email_domains: domains }: RulesRow, email: string): void {
  const domain = domainOf(email);
  if (
    domains.length === 0 ||
    domains.some((allowed) => domain === allowed || domain.endsWith(`.${allowed}`))
  )
    return;
  const text: LocalText = (language) =>
    translate(language, DOMAIN_NEEDED, { domains: formatAlternatives(language, domains) });
  throw new Problem("email_domain_closed", {
    message: text,
    fields: { email: text },
  });
}

const DOMAIN_NEEDED = message("This community requires an e-mail address at {domains}.", {
  comment: "domains: for example “uni.example.org or example.edu”.",
});

function requireInviteCodeHash(inviteCode: string | undefined): string {
  const code = inviteCode?.toUpperCase().replaceAll(/[^A-Z\d]/g, "");
  if (!code)
    throw new Problem("invite_needed", {
      fields: { inviteCode: translatable("Enter your invite code.") },
    });
  return hashInviteCode(code);
}

// No similar-looking characters; 32^10 codes cannot be guessed through a rate limit.
const CODE_ALPHABET = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ";
const CODE_LENGTH = 10;

/** Generates a code that is easy to read aloud, and the hash to store. */
export function generateInviteCode(): {
  code: string;
  codeHash: string;
} {
  const characters = Array.from({ length: CODE_LENGTH }, () =>
    CODE_ALPHABET.charAt(randomInt(CODE_ALPHABET.length)),
  ).join("");
  return {
    code: `${characters.slice(0, 5)}-${characters.slice(5)}`,
    codeHash: hashInviteCode(characters),
  };
}

const hashInviteCode = (code: string) =>
  createHash("sha256").update(`invite ${code}`).digest("hex");
