import { escapeHtml } from "#platform/escape-html.ts";
import type { FeaturedPersona } from "./load-personas.ts";

/** The page for choosing a demo user: no script, styled by `/demo/demo.css`. */
export function renderDemoPage(people: readonly FeaturedPersona[], mailbox: string | undefined): string {
  const mailboxLink =
    mailbox === undefined ? "" : `, or the <a href="${escapeHtml(mailbox)}">mailbox</a> with e-mails to new users`;
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Commonlane demo</title><link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/demo/demo.css"></head>
<body><main><header><p class="brand">${LOGO} Commonlane demo</p>
<h1>Who would you like to be?</h1>
<p class="lead">A sample region with fictional people, only on this machine. Choose a person and look around. Use two
browsers to be two people at once. Your changes stay until you delete the folder <code>demo-data</code>.</p></header>
<ul>${people.map(renderPerson).join("\n")}</ul>
<footer><p>Or see the <a href="/">landing page</a>${mailboxLink}, and the <a href="/api/docs">API documentation</a>.</p></footer></main></body></html>`;
}

/** Start, stop and end: the product's logo for a trip. */
const LOGO = `<svg viewBox="0 0 56 16" aria-hidden="true"><path d="M8 8h40"/><circle cx="8" cy="8" r="5"/><circle cx="28" cy="8" r="3.5"/><circle class="end" cx="48" cy="8" r="5.5"/></svg>`;

function renderPerson({ name, first, key, summary: story }: FeaturedPersona): string {
  const initials = name
    .split(" ")
    .map((word) => word[0])
    .join("");
  return `<li><span class="face" aria-hidden="true">${escapeHtml(initials)}</span>
<div><h2>${escapeHtml(name)}</h2><p>${escapeHtml(story)}</p></div>
<form method="post" action="/demo/sign-in/${escapeHtml(encodeURIComponent(key))}"><button type="submit">Continue as ${escapeHtml(first)}</button></form></li>`;
}
