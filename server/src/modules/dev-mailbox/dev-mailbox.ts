import { readFileSync } from "node:fs";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import type { Context } from "#platform/context.ts";
import { localPages } from "#platform/http/local-pages.ts";
import { listDevMail } from "#platform/mail/dev-mail.store.ts";
import { hasMailbox, MAILBOX_PATH as PATH } from "#platform/mail/mailbox-link.ts";
import { renderMailbox } from "./mailbox-page.ts";

const Query = z.object({ to: z.string().trim().toLowerCase().max(254).optional() });
const FRESH = { "cache-control": "no-store", "referrer-policy": "no-referrer" };

/**
 * `/dev/mailbox` and `/dev/mailbox.json?to=`: the e-mails that no mail server takes. They hold codes, so they are shown
 * only at this machine, to those who have the key, and not at all once there is a mail server.
 */
export function mountDevMailbox(http: FastifyInstance, { db, settings }: Context): void {
  const admit = localPages(settings, "/dev");
  if (!admit || !hasMailbox(settings)) return;
  const letters = ({ query }: FastifyRequest) => listDevMail(db, Query.safeParse(query).data?.to || undefined);
  http.get(`${PATH}.json`, { onRequest: admit }, async (request, reply) =>
    page(reply, "application/json").send(JSON.stringify(await letters(request))),
  );
  http.get(PATH, { onRequest: admit }, async (request, reply) =>
    page(reply, "text/html").send(renderMailbox(await letters(request), Query.safeParse(request.query).data?.to)),
  );
  const style = readFileSync(new URL("mailbox-page.css", import.meta.url), "utf8");
  http.get(`${PATH}.css`, { onRequest: admit }, async (_, reply) => page(reply, "text/css").send(style));
}

const page = (reply: FastifyReply, type: string) => reply.headers(FRESH).type(`${type}; charset=utf-8`);
