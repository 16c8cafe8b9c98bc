import { escapeHtml } from "#platform/escape-html.ts";
import type { StoredEmail } from "#platform/mail/dev-mail.store.ts";

const REFRESH_S = 5;

/** The mailbox as a page without scripts, styled by `/dev/mailbox.css`; it reloads by itself. */
export function renderMailbox(emails: readonly StoredEmail[], to?: string): string {
  const heading = to
    ? `E-mails to ${escapeHtml(to)} (<a href="/dev/mailbox">show all</a>)`
    : "All e-mails, newest first";
  const list = emails.map(renderEmail).join("\n");
  const emptyText = `<p class="none">No e-mails yet. This page reloads every ${REFRESH_S} seconds.</p>`;
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="refresh" content="${REFRESH_S}"><title>Mailbox</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml"><link rel="stylesheet" href="/dev/mailbox.css"></head>
<body><main><header><h1>Mailbox</h1>
<p>There is no mail server yet, so e-mails stay on this machine. Set <code>SMTP_URL</code> to send them.</p>
</header>
<h2>${heading}</h2>
${list || emptyText}</main></body></html>`;
}

function renderEmail({ to, subject, text, sentAt }: StoredEmail): string {
  const at = sentAt.toISOString();
  return `<article><h3>${escapeHtml(subject)}</h3>
<p class="meta"><a href="?to=${escapeHtml(encodeURIComponent(to))}">${escapeHtml(to)}</a> <time datetime="${at}">${at.slice(0, 19).replace("T", " ")} UTC</time></p>
<pre>${escapeHtml(text)}</pre></article>`;
}
