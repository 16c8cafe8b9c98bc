import { createHmac, timingSafeEqual } from "node:crypto";
import { z } from "zod";
import { siteUrl } from "#modules/accounts/index.ts";
import { linkSecret } from "#modules/notifications/index.ts";
import type { Context } from "#platform/context.ts";

const Token = z.tuple([z.uuid(), z.string()]);

/** Where a trusted contact answers, in every letter to them. Nothing of it is kept: it is signed, and good while they are one. */
export async function contactUrl(ctx: Context, contactId: string): Promise<string> {
  const token = `${contactId}.${signatureOf(await linkSecret(ctx), contactId)}`;
  return `${siteUrl(ctx.settings)}/trusted-contact#${token}`;
}

/** The contact that a token is of; nothing where we did not sign it. */
export async function contactIdFromToken(ctx: Context, token: string): Promise<string | undefined> {
  const [id, signature] = Token.safeParse(token.split(".")).data ?? [];
  if (id === undefined || signature === undefined) return undefined;
  return isEqualSignature(signature, signatureOf(await linkSecret(ctx), id)) ? id : undefined;
}

const signatureOf = (secret: string, id: string): string =>
  createHmac("sha256", secret).update(`trusted-contact ${id}`).digest("base64url");

const isEqualSignature = (first: string, second: string): boolean =>
  Buffer.byteLength(first) === Buffer.byteLength(second) && timingSafeEqual(Buffer.from(first), Buffer.from(second));
