import { escapeHtml } from "#platform/text.ts";
import type { DescribedRole } from "./describe-roles.ts";

/** The page for choosing a demo user: no script, styled by `/demo/demo.css`. */
export function renderDemoPage(
  people: readonly DescribedRole[],
  mailbox: string | undefined,
): string {
  const mailboxLink =
    mailbox === undefined
      ? ""
      : `, or the <a href="${escapeHtml(mailbox)}">mailbox</a> with e-mails to new users`;
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Commonlane demo</title><link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/demo/demo.css"></head>
<body><main><header><p class="brand">${LOGO} Commonlane demo</p>
<h1>Who would you like to be?</h1>
<p class="lead">A community of 150 fictional people in Liechtenstein, on real roads and only on this machine. Choose a
person and look around. Use two browsers to be two people at once. Your changes stay until you delete the folder
<code>demo-data</code>.</p></header>
<ul>${people.map(renderPerson).join("\n")}</ul>
<footer><p>Or see the <a href="/">landing page</a>${mailboxLink}, and the <a href="/api/docs">API documentation</a>.</p>
<p>Roads and places: © OpenStreetMap contributors, ODbL. Portraits: Open Peeps by Pablo Stanley, CC0, drawn with DiceBear.</p></footer></main></body></html>`;
}

/** Start, stop and end: the product's logo for a trip. */
const LOGO = `<svg viewBox="0 0 56 16" aria-hidden="true"><path d="M8 8h40"/><circle cx="8" cy="8" r="5"/><circle cx="28" cy="8" r="3.5"/><circle class="end" cx="48" cy="8" r="5.5"/></svg>`;

function renderPerson({ name, role, key, photo, summary }: DescribedRole): string {
  const face =
    photo === null
      ? ""
      : `<img class="face" src="${escapeHtml(photo)}" alt="" width="64" height="64">`;
  const first = name.split(" ")[0] ?? name;
  return `<li>${face}
<div><h2>${escapeHtml(name)} <span class="role">${escapeHtml(role)}</span></h2><p>${escapeHtml(summary)}</p></div>
<form method="post" action="/demo/sign-in/${escapeHtml(encodeURIComponent(key))}"><button type="submit">Continue as ${escapeHtml(first)}</button></form></li>`;
}
