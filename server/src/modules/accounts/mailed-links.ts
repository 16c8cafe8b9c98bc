import { createHash, randomBytes } from "node:crypto";
import type { Context, InTransaction } from "#platform/context.ts";
import type { LinkPurpose } from "#platform/db/account-tables.ts";
import { siteOf } from "./issuer.ts";
import { deleteLinks, findLink, insertLink, type Link, takeLink } from "./mailed-links.store.ts";

interface NewLink {
  readonly purpose: LinkPurpose;
  readonly uid: string;
  readonly email: string;
  readonly validS: number;
  /** The page of the web app that makes the call; whoever only fetches it, as scanners of mail do, changes nothing. */
  readonly page: `/${string}`;
}

/** A link to be mailed, remembered only by the hash of its token. */
export async function newLink(ctx: InTransaction, { validS, page, ...link }: NewLink): Promise<string> {
  const token = randomBytes(32).toString("base64url");
  const expires_at = new Date(ctx.now().getTime() + validS * 1000);
  await insertLink(ctx, { ...link, token_hash: hashOf(token), expires_at });
  return `${siteOf(ctx.settings)}${page}?token=${token}`;
}

/** What a token is good for, as often as it is asked; nothing when it is not (any more). */
export const readLink = (ctx: Context, token: string, purpose: LinkPurpose): Promise<Link | undefined> =>
  findLink(ctx, hashOf(token), purpose);

/** What a token is good for, once. */
export const useLink = (ctx: InTransaction, token: string, purpose: LinkPurpose): Promise<Link | undefined> =>
  takeLink(ctx, hashOf(token), purpose);

/** Forgets the links whose time is over. */
export const sweepLinks = (ctx: Context): Promise<boolean> => deleteLinks(ctx);

const hashOf = (token: string) => createHash("sha256").update(token).digest("hex");
