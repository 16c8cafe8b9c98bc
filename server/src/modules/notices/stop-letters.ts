import { createHmac, timingSafeEqual } from "node:crypto";
import { NoticeGroup, noticeGroups } from "@commonlane/contract/notices";
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { siteOf } from "#modules/accounts/index.ts";
import type { Context } from "#platform/context.ts";
import { Problem } from "#platform/http/problem.ts";
import type { Letter } from "#platform/mail/mailer.ts";
import type { Settings } from "#platform/settings.ts";
import { linkSecret } from "./keys.ts";
import { changeNoticeSettings } from "./preferences.ts";

const ALL = "all";
const Stop = z.tuple([z.uuid(), z.string(), z.string()]);

/** Where letters of this group, or all of them, can be ended by whoever has this one. The link, signed with `secret`, is good for good. */
export function stopLetters(
  settings: Settings,
  secret: string,
  uid: string,
  group: NoticeGroup | undefined,
): NonNullable<Letter["unsubscribe"]> {
  const said = `${uid}.${group ?? ALL}`;
  const query = `token=${said}.${signatureOf(secret, said)}`;
  const site = siteOf(settings);
  return { oneClick: `${site}/api/notices/stop-letters?${query}`, page: `${site}/stop-letters?${query}` };
}

/** Ends them. Throws link_over for a token that is not one of ours. */
export async function endLetters(
  ctx: Context,
  token: string,
): Promise<{ success: boolean; group: NoticeGroup | null }> {
  const [uid, what, signature] = Stop.safeParse(token.split(".")).data ?? ["", "", ""];
  const group = what === ALL ? undefined : NoticeGroup.safeParse(what).data;
  if ((!group && what !== ALL) || !isSame(signature, signatureOf(await linkSecret(ctx), `${uid}.${what}`))) {
    throw new Problem("link_over");
  }
  const off = (group ? [group] : noticeGroups).map((each) => [each, { email: false }]);
  await changeNoticeSettings(ctx, { uid }, { channels: Object.fromEntries(off) });
  return { success: true, group: group ?? null };
}

const signatureOf = (secret: string, said: string): string =>
  createHmac("sha256", secret).update(`stop-letters ${said}`).digest("base64url");

const isSame = (one: string, other: string): boolean =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));

/** Mail programs that do not call open the same address as a page. */
export function mountStopLettersPage(http: FastifyInstance): void {
  http.get<{ Querystring: { token?: unknown } }>("/api/notices/stop-letters", (request, reply) =>
    reply.redirect(`/stop-letters?token=${encodeURIComponent(String(request.query.token))}`),
  );
}
