import { createHash, randomInt } from "node:crypto";
import type { Context, InTransaction } from "#platform/context.ts";
import { Problem } from "#platform/http/problem.ts";
import { isInviteUsable, type RulesRow, getRules, redeemInvite } from "./community.store.ts";

interface JoinRequest {
  readonly email: string;
  readonly inviteCode: string | undefined;
}

/** Whether somebody with this address and this code may join. Throws email_domain_closed, invite_needed or invite_wrong. */
export async function assertMayJoin(ctx: Context, { email, inviteCode }: JoinRequest): Promise<void> {
  const rules = await getRules(ctx);
  assertDomainAllowed(rules, email);
  if (rules.invite_only && !(await isInviteUsable(ctx, requireInviteCodeHash(inviteCode))))
    throw new Problem("invite_wrong");
}

/** The same for who joins now, and uses the code up. */
export async function admitMember(ctx: InTransaction, { email, inviteCode }: JoinRequest): Promise<void> {
  const rules = await getRules(ctx);
  assertDomainAllowed(rules, email);
  if (rules.invite_only && !(await redeemInvite(ctx, requireInviteCodeHash(inviteCode))))
    throw new Problem("invite_wrong");
}

/** Whether a member may have this address. Throws email_domain_closed. */
export async function assertEmailDomainAllowed(ctx: Context, email: string): Promise<void> {
  assertDomainAllowed(await getRules(ctx), email);
}

function assertDomainAllowed({ email_domains: domains }: RulesRow, email: string): void {
  const domain = email.slice(email.lastIndexOf("@") + 1).toLowerCase();
  if (domains.length === 0 || domains.some((allowed) => domain === allowed || domain.endsWith(`.${allowed}`))) return;
  const message = `Only people with an address at ${domains.join(" or ")} can join here.`;
  throw new Problem("email_domain_closed", { message, fields: { email: message } });
}

function requireInviteCodeHash(inviteCode: string | undefined): string {
  const code = inviteCode?.toUpperCase().replaceAll(/[^A-Z\d]/g, "");
  if (!code) throw new Problem("invite_needed", { fields: { inviteCode: "Please enter your invite code." } });
  return hashInviteCode(code);
}

// Without letters and digits that look alike; 32^10 of them cannot be guessed through a rate limit.
const CODE_ALPHABET = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ";
const CODE_LENGTH = 10;

/** A code to be read aloud, and what is kept of it. */
export function generateInviteCode(): { code: string; codeHash: string } {
  const characters = Array.from({ length: CODE_LENGTH }, () =>
    CODE_ALPHABET.charAt(randomInt(CODE_ALPHABET.length)),
  ).join("");
  return { code: `${characters.slice(0, 5)}-${characters.slice(5)}`, codeHash: hashInviteCode(characters) };
}

const hashInviteCode = (code: string) => createHash("sha256").update(`invite ${code}`).digest("hex");
