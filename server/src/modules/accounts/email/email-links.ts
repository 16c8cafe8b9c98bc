import { createHash, randomBytes } from "node:crypto";
import type { Context, InTransaction } from "#platform/context.ts";
import type { LinkPurpose } from "#platform/db/schema/account-tables.ts";
import { siteUrl } from "../tokens/issuer.ts";
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
  /** The page of the web app that makes the call; whoever only fetches it, as scanners of mail do, changes nothing. */
  readonly page: `/${string}`;
}

/** A link to be mailed, remembered only by the hash of its token. */
export async function createEmailLink(
  ctx: InTransaction,
  { validS, page, ...link }: EmailLinkOptions,
): Promise<string> {
  const token = randomBytes(32).toString("base64url");
  const expires_at = new Date(ctx.now().getTime() + validS * 1000);
  await insertEmailLink(ctx, { ...link, token_hash: hashToken(token), expires_at });
  return `${siteUrl(ctx.settings)}${page}?token=${token}`;
}

/** What a token is good for, as often as it is asked; nothing when it is not (any more). */
export const findValidLink = (ctx: Context, token: string, purpose: LinkPurpose): Promise<EmailLink | undefined> =>
  findEmailLink(ctx, hashToken(token), purpose);

/** What a token is good for, once. */
export const redeemLink = (ctx: InTransaction, token: string, purpose: LinkPurpose): Promise<EmailLink | undefined> =>
  markEmailLinkUsed(ctx, hashToken(token), purpose);

/** Forgets the links whose time is over. */
export const sweepEmailLinks = (ctx: Context): Promise<boolean> => deleteExpiredLinks(ctx);

const hashToken = (token: string) => createHash("sha256").update(token).digest("hex");
