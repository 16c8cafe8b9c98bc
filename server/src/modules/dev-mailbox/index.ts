import { readFileSync } from "node:fs";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import type { Context } from "#platform/context.ts";
import { localPagesGuard } from "#platform/http/network/local-only-pages.ts";
import { Problem } from "#platform/http/problem.ts";
import { findDevMail, listDevMail, type StoredEmail } from "#platform/mail/dev-mail.store.ts";
import { DEV_MAILBOX_PATH as PATH, hasDevMailbox } from "#platform/mail/dev-mailbox-link.ts";
import { escapeHtml } from "#platform/text.ts";

const Query = z.object({
  to: z.string().trim().toLowerCase().max(254).optional(),
  as: z.enum(["html", "text"]).optional(),
});
const NO_STORE_HEADERS = {
  "cache-control": "no-store",
  "referrer-policy": "no-referrer",
};

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
  const findEmails = ({ query }: FastifyRequest) =>
    listDevMail(db, Query.safeParse(query).data?.to || undefined);
  http.get(`${PATH}.json`, { onRequest: admit }, async (request, reply) =>
    setHeaders(reply, "application/json").send(JSON.stringify(await findEmails(request))),
  );
  http.get(PATH, { onRequest: admit }, async (request, reply) =>
    setHeaders(reply, "text/html").send(
      renderMailbox(await findEmails(request), Query.safeParse(request.query).data),
    ),
  );
  http.get<{ Params: { id: string } }>(
    `${PATH}/:id.html`,
    { onRequest: admit },
    async (request, reply) => {
      const email = await findDevMail(db, request.params.id);
      if (!email) throw new Problem("not_found");
      return setHeaders(reply, "text/html")
        .headers({
          "content-security-policy": EMAIL_POLICY,
          "x-frame-options": "SAMEORIGIN",
        })
        .send(email.html.replace("<head>", '<head><base target="_blank">'));
    },
  );
  const style = readFileSync(new URL("mailbox-page.css", import.meta.url), "utf8");
  http.get(`${PATH}.css`, { onRequest: admit }, async (_, reply) =>
    setHeaders(reply, "text/css").send(style),
  );
}

const setHeaders = (reply: FastifyReply, type: string) =>
  reply.headers(NO_STORE_HEADERS).type(`${type}; charset=utf-8`);

const REFRESH_S = 5;
/** An e-mail as a page: its own styles and the pictures inside it, no scripts, links in a new tab. */
const EMAIL_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'; sandbox allow-popups";

/** The mailbox as a page without scripts, styled by `/dev/mailbox.css`; it reloads by itself. */
function renderMailbox(
  emails: readonly StoredEmail[],
  { to, as = "html" }: z.infer<typeof Query> = {},
): string {
  const heading = to
    ? `E-mails to ${escapeHtml(to)} (<a href="/dev/mailbox">show all</a>)`
    : "All e-mails, newest first";
  const list = emails.map((email) => renderEmail(email, as)).join("\n");
  const recipient = to ? `&to=${escapeHtml(encodeURIComponent(to))}` : "";
  const views = ["html", "text"]
    .map((view) =>
      view === as
        ? `<b>${VIEW_NAMES[view]}</b>`
        : `<a href="?as=${view}${recipient}">${VIEW_NAMES[view]}</a>`,
    )
    .join(" · ");
  const emptyText = `<p class="none">No e-mails yet. This page reloads every ${REFRESH_S} seconds.</p>`;
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="refresh" content="${REFRESH_S}"><title>Mailbox</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml"><link rel="stylesheet" href="/dev/mailbox.css"></head>
<body><main><header><h1>Mailbox</h1>
<p>There is no mail server yet, so e-mails stay on this machine. Set <code>SMTP_URL</code> to send them.</p>
</header>
<h2>${heading}</h2><p class="views">${views}</p>
${list || emptyText}</main></body></html>`;
}

const VIEW_NAMES: Readonly<Record<string, string>> = {
  html: "As people see it",
  text: "Text",
};

function renderEmail({ id, to, subject, text, sentAt }: StoredEmail, as: "html" | "text"): string {
  const at = sentAt.toISOString();
  const body =
    as === "html"
      ? `<iframe src="${PATH}/${id}.html" title="${escapeHtml(subject)}" loading="lazy" sandbox="allow-popups"></iframe>`
      : `<pre>${escapeHtml(text)}</pre>`;
  return `<article><h3>${escapeHtml(subject)}</h3>
<p class="meta"><a href="?to=${escapeHtml(encodeURIComponent(to))}">${escapeHtml(to)}</a> <time datetime="${at}">${at.slice(0, 19).replace("T", " ")} UTC</time></p>
${body}</article>`;
}
