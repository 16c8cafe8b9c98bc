import { createHash, randomInt } from "node:crypto";
import type { Context, InTransaction } from "#platform/context.ts";
import { Problem } from "#platform/http/problem.ts";
import { inviteWorks, type RulesRow, rulesNow, useInvite } from "./community.store.ts";

interface Joining {
  readonly email: string;
  readonly inviteCode: string | undefined;
}

/** Whether somebody with this address and this code may join. Throws email_domain_closed, invite_needed or invite_wrong. */
export async function mustBeWelcome(ctx: Context, { email, inviteCode }: Joining): Promise<void> {
  const rules = await rulesNow(ctx);
  mustBeOfDomain(rules, email);
  if (rules.invite_only && !(await inviteWorks(ctx, mustBeSaid(inviteCode)))) throw new Problem("invite_wrong");
}

/** The same for who joins now, and uses the code up. */
export async function welcome(ctx: InTransaction, { email, inviteCode }: Joining): Promise<void> {
  const rules = await rulesNow(ctx);
  mustBeOfDomain(rules, email);
  if (rules.invite_only && !(await useInvite(ctx, mustBeSaid(inviteCode)))) throw new Problem("invite_wrong");
}

/** Whether a member may have this address. Throws email_domain_closed. */
export async function mustBeAllowedAddress(ctx: Context, email: string): Promise<void> {
  mustBeOfDomain(await rulesNow(ctx), email);
}

function mustBeOfDomain({ email_domains: domains }: RulesRow, email: string): void {
  const domain = email.slice(email.lastIndexOf("@") + 1).toLowerCase();
  if (domains.length === 0 || domains.some((allowed) => domain === allowed || domain.endsWith(`.${allowed}`))) return;
  const message = `Only people with an address at ${domains.join(" or ")} can join here.`;
  throw new Problem("email_domain_closed", { message, fields: { email: message } });
}

function mustBeSaid(inviteCode: string | undefined): string {
  const code = inviteCode?.toUpperCase().replaceAll(/[^A-Z\d]/g, "");
  if (!code) throw new Problem("invite_needed", { fields: { inviteCode: "Please enter your invite code." } });
  return hashOf(code);
}

// Without letters and digits that look alike; 32^10 of them cannot be guessed through a rate limit.
const SIGNS = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ";
const LENGTH = 10;

/** A code to be read aloud, and what is kept of it. */
export function newInviteCode(): { code: string; codeHash: string } {
  const signs = Array.from({ length: LENGTH }, () => SIGNS.charAt(randomInt(SIGNS.length))).join("");
  return { code: `${signs.slice(0, 5)}-${signs.slice(5)}`, codeHash: hashOf(signs) };
}

const hashOf = (code: string) => createHash("sha256").update(`invite ${code}`).digest("hex");
