import { readFileSync } from "node:fs";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import type { Context } from "#platform/context.ts";
import { localPagesGuard } from "#platform/http/network/local-only-pages.ts";
import { Problem } from "#platform/http/problem.ts";
import { listDevMail } from "#platform/mail/dev-mail.store.ts";
import { hasDevMailbox, DEV_MAILBOX_PATH as PATH } from "#platform/mail/dev-mailbox-link.ts";
import { renderMailbox } from "./mailbox-page.ts";

const Query = z.object({ to: z.string().trim().toLowerCase().max(254).optional() });
const NO_STORE_HEADERS = { "cache-control": "no-store", "referrer-policy": "no-referrer" };

/**
 * Serves `/dev/mailbox` and `/dev/mailbox.json?to=`: e-mails stored instead of sent. They contain codes, so they are
 * only shown on this machine, to users with the key, and not once there is a mail server.
 */
export function mountDevMailbox(http: FastifyInstance, ctx: Context): void {
  const { db } = ctx;
  const guard = localPagesGuard(ctx.settings, "/dev");
  if (!guard) return;
  // Administrators may set or remove the mail server at any time.
  const admit: typeof guard = async (...request) => {
    if (!hasDevMailbox(ctx)) throw new Problem("not_found");
    return guard(...request);
  };
  const findEmails = ({ query }: FastifyRequest) => listDevMail(db, Query.safeParse(query).data?.to || undefined);
  http.get(`${PATH}.json`, { onRequest: admit }, async (request, reply) =>
    setHeaders(reply, "application/json").send(JSON.stringify(await findEmails(request))),
  );
  http.get(PATH, { onRequest: admit }, async (request, reply) =>
    setHeaders(reply, "text/html").send(
      renderMailbox(await findEmails(request), Query.safeParse(request.query).data?.to),
    ),
  );
  const style = readFileSync(new URL("mailbox-page.css", import.meta.url), "utf8");
  http.get(`${PATH}.css`, { onRequest: admit }, async (_, reply) => setHeaders(reply, "text/css").send(style));
}

const setHeaders = (reply: FastifyReply, type: string) =>
  reply.headers(NO_STORE_HEADERS).type(`${type}; charset=utf-8`);
