import type { Context, InTransaction } from "#platform/context.ts";
import type { LinkPurpose } from "#platform/db/schema/sign-in-columns.ts";
import { createSecret, hashToken } from "#platform/hashes.ts";
import { siteUrl } from "../tokens/id-tokens.ts";
import {
  deleteExpiredLinks,
  findEmailLink,
  insertEmailLink,
  type EmailLink,
  markEmailLinkUsed,
} from "./email-links.store.ts";

interface EmailLinkOptions {
  readonly purpose: LinkPurpose;
  readonly uid: string;
  readonly email: string;
  readonly validS: number;
  /** Page of the web app that redeems the token. Fetching the page alone, as mail scanners do, changes nothing. */
  readonly page: `/${string}`;
}

/** Creates a link to mail. Only the hash of its token is stored. */
export async function createEmailLink(
  ctx: InTransaction,
  { validS, page, ...link }: EmailLinkOptions,
): Promise<string> {
  const token = createSecret();
  const expires_at = new Date(ctx.now().getTime() + validS * 1000);
  await insertEmailLink(ctx, {
    ...link,
    token_hash: hashToken(token),
    expires_at,
  });
  return `${siteUrl(ctx.settings)}${page}?token=${token}`;
}

/** Looks a token up without using it; undefined if it is unknown or expired. */
export const findValidLink = (
  ctx: Context,
  token: string,
  purpose: LinkPurpose,
): Promise<EmailLink | undefined> => findEmailLink(ctx, hashToken(token), purpose);

/** Uses a token; returns undefined if it is unknown, expired or used. */
export const redeemLink = (
  ctx: InTransaction,
  token: string,
  purpose: LinkPurpose,
): Promise<EmailLink | undefined> => markEmailLinkUsed(ctx, hashToken(token), purpose);

/** Deletes expired links. */
export function sweepEmailLinks(ctx: Context): Promise<boolean> {
  return deleteExpiredLinks(ctx);
}
