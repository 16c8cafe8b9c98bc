import { createHmac, timingSafeEqual } from "node:crypto";
import { z } from "zod";
import { siteOf } from "#modules/accounts/index.ts";
import { linkSecret } from "#modules/notices/index.ts";
import type { Context } from "#platform/context.ts";

const Token = z.tuple([z.uuid(), z.string()]);

/** Where a trusted contact answers, in every letter to them. Nothing of it is kept: it is signed, and good while they are one. */
export async function contactLink(ctx: Context, contactId: string): Promise<string> {
  const token = `${contactId}.${signatureOf(await linkSecret(ctx), contactId)}`;
  return `${siteOf(ctx.settings)}/trusted-contact#${token}`;
}

/** The contact that a token is of; nothing where we did not sign it. */
export async function contactOfLink(ctx: Context, token: string): Promise<string | undefined> {
  const [id, signature] = Token.safeParse(token.split(".")).data ?? [];
  if (id === undefined || signature === undefined) return undefined;
  return isSame(signature, signatureOf(await linkSecret(ctx), id)) ? id : undefined;
}

const signatureOf = (secret: string, id: string): string =>
  createHmac("sha256", secret).update(`trusted-contact ${id}`).digest("base64url");

const isSame = (one: string, other: string): boolean =>
  Buffer.byteLength(one) === Buffer.byteLength(other) && timingSafeEqual(Buffer.from(one), Buffer.from(other));
