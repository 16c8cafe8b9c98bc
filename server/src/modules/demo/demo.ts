import { readFileSync } from "node:fs";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { DriverMap } from "#modules/active-drivers/index.ts";
import { setSessionCookies, openSession } from "#modules/accounts/sessions/index.ts";
import type { Context, OutsideContext } from "#platform/context.ts";
import type { Connection } from "#platform/db/database.ts";
import { FastifyExchange } from "#platform/http/endpoints/exchange.ts";
import { localPageUrl, localPagesGuard } from "#platform/http/network/local-only-pages.ts";
import { Problem } from "#platform/http/problem.ts";
import type { Settings } from "#platform/settings.ts";
import type { RunStep } from "#platform/start-progress.ts";
import { devMailboxLink } from "#platform/mail/dev-mailbox-link.ts";
import { escapeHtml } from "#platform/text.ts";
import { findAccountsByEmailSuffix } from "./demo.store.ts";
import { emptyInterruptedDemo } from "./interrupted-filling.store.ts";
import { addDemoRegion, openDemoRegion } from "./demo-region.ts";
import { addExampleTimetable } from "./example-timetable.ts";
import { COST_PER_KM_MINOR, CURRENCY } from "./ride-terms.ts";
import { CENTRE } from "./demo-places.ts";
import { simulateDrivers } from "./simulate-drivers.ts";
import {
  approveOther,
  besideNeighbour,
  demoUrl,
  neighbourEnvironment,
  neighbourUrl,
  seedNeighbour,
} from "./neighbour.ts";
import { seedDemo } from "./seed-demo.ts";
import { DEMO_DOMAIN, emailOf } from "./demo-accounts.ts";
import { type DescribedRole, describeRoles } from "./describe-roles.ts";
import { MODERATOR } from "./people.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/** The demo is a community in Liechtenstein, unless the settings say otherwise. */
const COMMUNITY = {
  COMMUNITY_REGION: `${CENTRE.lat},${CENTRE.lng},15`,
  CURRENCY,
  COST_PER_KM_MINOR: String(COST_PER_KM_MINOR),
  SERIES_AHEAD_DAYS: "14",
};

/** Uses the demo's own data folder. Throws a one-line error if settings would open a community's database. */
function demoEnvironment(environment: Environment): Environment {
  if (environment["DATABASE_URL"]?.trim()) {
    throw new Error("The demo has its own database: start it without DATABASE_URL.");
  }
  return {
    ...COMMUNITY,
    ...environment,
    DATA_DIR: environment["DATA_DIR"]?.trim() || "demo-data",
  };
}

export const demoReadyMessage = (address: string, key: string): string =>
  `Commonlane's demo is ready at ${localPageUrl(address, "/demo", key)}`;

export const neighbourReadyMessage = (address: string): string =>
  `Its neighbour is ready at ${address}`;

/** Adds demo users and the page for choosing one to the product. `hasNeighbour`: with a second community next to it. */
export function createDemoPlugin({ hasNeighbour = false } = {}) {
  return {
    environment: (given: Environment): Environment =>
      demoEnvironment(hasNeighbour ? besideNeighbour(given) : given),
    begin: (settings: Settings): void => addDemoRegion(settings),
    repair: emptyInterruptedDemo,
    prepare: prepareDemo,
    mount(http: FastifyInstance, ctx: OutsideContext, drivers: DriverMap): void {
      mountDemo(http, ctx, drivers);
      if (hasNeighbour) approveOther(http, ctx, neighbourUrl(process.env));
    },
  };
}

/** The second community: fewer people, whose rides cross the border. */
export function createNeighbourPlugin() {
  return {
    environment: (given: Environment): Environment => demoEnvironment(neighbourEnvironment(given)),
    begin: (settings: Settings): void => addDemoRegion(settings),
    repair: emptyInterruptedDemo,
    async prepare(ctx: Context, { connection, placesLoaded, step }: StartParts): Promise<void> {
      await placesLoaded;
      await openDemoRegion(ctx, connection);
      await step("Neighbour: planning rides across the border", () => seedNeighbour(ctx));
    },
    mount: (http: FastifyInstance, ctx: OutsideContext): void =>
      approveOther(http, ctx, demoUrl(process.env)),
  };
}

interface StartParts {
  readonly connection: Connection;
  readonly placesLoaded: Promise<unknown>;
  readonly step: RunStep;
}

async function prepareDemo(
  ctx: Context,
  { connection, placesLoaded, step }: StartParts,
): Promise<void> {
  await addExampleTimetable(ctx.settings, ctx.now());
  const openRegion = async (): Promise<void> => {
    await placesLoaded;
    await openDemoRegion(ctx, connection);
  };
  await seedDemo(ctx, openRegion, step);
}

const FRESH = { "cache-control": "no-store" };

/** `GET /demo` and a sign-in without password, only for local visitors with the key. */
function mountDemo(http: FastifyInstance, ctx: Context, { map }: DriverMap): void {
  simulateDrivers(http, ctx, map);
  const admit = localPagesGuard(ctx.settings, "/demo");
  if (!admit) return;
  const style = readFileSync(new URL("demo-page.css", import.meta.url), "utf8");
  const link = devMailboxLink(ctx, "http://localhost");
  const mailbox = link?.slice(new URL(link).origin.length);
  void http.register((http, _, done) => {
    http.addHook("onRequest", refuseOtherSites);
    http.addHook("onRequest", admit);
    // Accepts form bodies and ignores their content.
    http.addContentTypeParser("application/x-www-form-urlencoded", (_, body, done) => {
      body.resume().on("end", () => done(null));
    });
    http.get("/demo", async (_, reply) =>
      sendPage(reply, "text/html").send(renderDemoPage(await describeRoles(ctx), mailbox)),
    );
    http.get("/demo/demo.css", async (_, reply) => sendPage(reply, "text/css").send(style));
    http.post<{ Params: { name: string } }>("/demo/sign-in/:name", async (request, reply) => {
      const email = `${request.params.name}${DEMO_DOMAIN}`;
      const uid = (await findAccountsByEmailSuffix(ctx, DEMO_DOMAIN)).get(email);
      if (uid === undefined) throw new Problem("not_found");
      const exchange = new FastifyExchange(request, reply, { secure: false });
      setSessionCookies(await openSession(ctx, uid, { confirmedAt: ALWAYS_CONFIRMED }), exchange);
      return reply
        .headers(FRESH)
        .redirect(email === emailOf(MODERATOR) ? "/moderation" : "/home", 303);
    });
    done();
  });
}

/** People of the demo have no password to confirm with. */
const ALWAYS_CONFIRMED = new Date("9999-01-01T00:00:00Z");

async function refuseOtherSites(request: FastifyRequest): Promise<void> {
  const site = request.headers["sec-fetch-site"];
  if (request.method !== "GET" && site !== undefined && site !== "same-origin")
    throw new Problem("not_found");
}

const sendPage = (reply: FastifyReply, type: string) =>
  reply.headers(FRESH).type(`${type}; charset=utf-8`);

/** The page for choosing a demo user: no script, styled by `/demo/demo.css`. */
function renderDemoPage(people: readonly DescribedRole[], mailbox: string | undefined): string {
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
