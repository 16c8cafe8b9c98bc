import { readFileSync } from "node:fs";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import type { Context } from "#platform/context.ts";
import { isFromHere } from "#platform/http/from-here.ts";
import { Problem } from "#platform/http/problem.ts";
import { listDevMail } from "#platform/mail/dev-mail.store.ts";
import type { Settings } from "#platform/settings.ts";
import { renderMailbox } from "./mailbox-page.ts";

const Query = z.object({ to: z.string().trim().toLowerCase().max(254).optional() });
const FRESH = { "cache-control": "no-store", "referrer-policy": "no-referrer" };

/**
 * `/dev/mailbox` and `/dev/mailbox.json?to=`: the letters that no mail server takes, for whoever sits at this machine.
 * They hold codes, so everybody else gets 404, and so does everybody once there is a mail server.
 */
export function mountDevMailbox(http: FastifyInstance, { db, settings }: Context): void {
  if (!isOpen(settings)) return;
  const letters = ({ query }: FastifyRequest) => listDevMail(db, Query.safeParse(query).data?.to || undefined);
  http.get("/dev/mailbox.json", { onRequest: admit }, async (request, reply) =>
    page(reply, "application/json").send(JSON.stringify(await letters(request))),
  );
  http.get("/dev/mailbox", { onRequest: admit }, async (request, reply) =>
    page(reply, "text/html").send(renderMailbox(await letters(request), Query.safeParse(request.query).data?.to)),
  );
  const style = readFileSync(new URL("mailbox-page.css", import.meta.url), "utf8");
  http.get("/dev/mailbox.css", { onRequest: admit }, async (_, reply) => page(reply, "text/css").send(style));
}

async function admit(request: FastifyRequest): Promise<void> {
  if (!isFromHere(request)) throw new Problem("not_found");
}

const page = (reply: FastifyReply, type: string) => reply.headers(FRESH).type(`${type}; charset=utf-8`);

function isOpen({ SMTP_URL, HOST, DEV_MAILBOX }: Settings): boolean {
  if (SMTP_URL || DEV_MAILBOX === "off") return false;
  return DEV_MAILBOX === "on" || /^(?:localhost|127(?:\.\d{1,3}){3}|::1)$/i.test(HOST);
}
