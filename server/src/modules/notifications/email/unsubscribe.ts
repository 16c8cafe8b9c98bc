import { createHmac } from "node:crypto";
import { NotificationGroup, notificationGroups } from "@commonlane/contract/notifications";
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { siteUrl } from "#modules/accounts/index.ts";
import type { Context } from "#platform/context.ts";
import { Problem } from "#platform/http/problem.ts";
import type { Email } from "#platform/mail/mailer.ts";
import type { Settings } from "#platform/settings.ts";
import { linkSecret } from "../keys.ts";
import { changeNotificationSettings } from "../preferences/preferences.ts";
import { areEqualSecrets } from "#platform/hashes.ts";

const ALL = "all";
const UnsubscribeToken = z.tuple([z.uuid(), z.string(), z.string()]);

/**
 * Unsubscribe links for a group, or for all e-mails without one. Anyone with the e-mail can use them; signed with
 * `secret`, they never expire.
 */
export function unsubscribeLinks(
  settings: Settings,
  secret: string,
  uid: string,
  group: NotificationGroup | undefined,
): NonNullable<Email["unsubscribe"]> {
  const payload = `${uid}.${group ?? ALL}`;
  const query = `token=${payload}.${signatureOf(secret, payload)}`;
  const site = siteUrl(settings);
  return {
    oneClick: `${site}/api/notifications/unsubscribe?${query}`,
    page: `${site}/unsubscribe?${query}`,
  };
}

/** Turns these e-mails off. @throws Problem link_over for a token with an invalid signature */
export async function unsubscribeFromEmails(
  ctx: Context,
  token: string,
): Promise<{
  success: boolean;
  group: NotificationGroup | null;
}> {
  const [uid, scope, signature] = UnsubscribeToken.safeParse(token.split(".")).data ?? ["", "", ""];
  const group = scope === ALL ? undefined : NotificationGroup.safeParse(scope).data;
  if (
    (!group && scope !== ALL) ||
    !areEqualSecrets(signature, signatureOf(await linkSecret(ctx), `${uid}.${scope}`))
  ) {
    throw new Problem("link_over");
  }
  const channels = (group ? [group] : notificationGroups).map((each) => [each, { email: false }]);
  await changeNotificationSettings(ctx, { uid }, { channels: Object.fromEntries(channels) });
  return { success: true, group: group ?? null };
}

const signatureOf = (secret: string, payload: string): string =>
  createHmac("sha256", secret).update(`stop-letters ${payload}`).digest("base64url");

/** Mail programs without one-click support open the same address as a page. */
export function mountUnsubscribePage(http: FastifyInstance): void {
  http.get<{ Querystring: { token?: unknown } }>(
    "/api/notifications/unsubscribe",
    (request, reply) =>
      reply.redirect(`/unsubscribe?token=${encodeURIComponent(String(request.query.token))}`),
  );
}
