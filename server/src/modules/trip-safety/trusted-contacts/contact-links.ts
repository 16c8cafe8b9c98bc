import { createHmac } from "node:crypto";
import { z } from "zod";
import { siteUrl } from "#modules/accounts/index.ts";
import { linkSecret } from "#modules/notifications/index.ts";
import type { Context } from "#platform/context.ts";
import { areEqualSecrets } from "#platform/equal-secrets.ts";

const Token = z.tuple([z.uuid(), z.string()]);

/**
 * Link with which a trusted contact answers, in every e-mail to them. It is signed, not stored, and valid while they
 * are a contact.
 */
export async function contactUrl(ctx: Context, contactId: string): Promise<string> {
  const token = `${contactId}.${signatureOf(await linkSecret(ctx), contactId)}`;
  return `${siteUrl(ctx.settings)}/trusted-contact#${token}`;
}

/** The contact id of a token; undefined if the signature is invalid. */
export async function contactIdFromToken(ctx: Context, token: string): Promise<string | undefined> {
  const [id, signature] = Token.safeParse(token.split(".")).data ?? [];
  if (id === undefined || signature === undefined) return undefined;
  return areEqualSecrets(signature, signatureOf(await linkSecret(ctx), id)) ? id : undefined;
}

const signatureOf = (secret: string, id: string): string =>
  createHmac("sha256", secret).update(`trusted-contact ${id}`).digest("base64url");
