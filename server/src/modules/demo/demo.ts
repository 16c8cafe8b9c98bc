import { readFileSync } from "node:fs";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { DriverMap } from "#modules/active-drivers/index.ts";
import { setSessionCookies, openSession } from "#modules/accounts/index.ts";
import type { Context } from "#platform/context.ts";
import { FastifyExchange } from "#platform/http/endpoints/exchange.ts";
import { localPageUrl, localPagesGuard } from "#platform/http/network/local-only-pages.ts";
import { Problem } from "#platform/http/problem.ts";
import { devMailboxLink } from "#platform/mail/dev-mailbox-link.ts";
import { renderDemoPage } from "./demo-page.ts";
import { findAccountsByEmailSuffix } from "./demo.store.ts";
import { simulateDrivers } from "./simulate-drivers.ts";
import { seedDemo } from "./seed-demo.ts";
import { DEMO_DOMAIN } from "./demo-accounts.ts";
import { loadDemoPersonas } from "./load-personas.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/** Uses the demo's own data folder. Throws a one-line error if settings would open a community's database. */
function demoEnvironment(environment: Environment): Environment {
  if (environment["DATABASE_URL"]?.trim()) {
    throw new Error("The demo has its own database: start it without DATABASE_URL.");
  }
  return { ...environment, DATA_DIR: environment["DATA_DIR"]?.trim() || "demo-data" };
}

export const demoReadyMessage = (address: string, key: string): string =>
  `Commonlane's demo is ready at ${localPageUrl(address, "/demo", key)}`;

/** Adds demo users and the page for choosing one to the product. */
export const demoPlugin = { environment: demoEnvironment, prepare: seedDemo, mount: mountDemo };

const FRESH = { "cache-control": "no-store" };

/** `GET /demo` and a sign-in without password, only for local visitors with the key. */
function mountDemo(http: FastifyInstance, ctx: Context, { map }: DriverMap): void {
  simulateDrivers(http, ctx, map);
  const admit = localPagesGuard(ctx.settings, "/demo");
  if (!admit) return;
  const style = readFileSync(new URL("demo-page.css", import.meta.url), "utf8");
  const link = devMailboxLink(ctx.settings, "http://localhost");
  const mailbox = link?.slice(new URL(link).origin.length);
  void http.register((http, _, done) => {
    http.addHook("onRequest", refuseOtherSites);
    http.addHook("onRequest", admit);
    // Accepts form bodies and ignores their content.
    http.addContentTypeParser("application/x-www-form-urlencoded", (_, body, done) => {
      body.resume().on("end", () => done(null));
    });
    http.get("/demo", async (_, reply) =>
      sendPage(reply, "text/html").send(
        renderDemoPage(await loadDemoPersonas(ctx, await findAccountsByEmailSuffix(ctx, DEMO_DOMAIN)), mailbox),
      ),
    );
    http.get("/demo/demo.css", async (_, reply) => sendPage(reply, "text/css").send(style));
    http.post<{ Params: { name: string } }>("/demo/sign-in/:name", async (request, reply) => {
      const uid = (await findAccountsByEmailSuffix(ctx, DEMO_DOMAIN)).get(`${request.params.name}${DEMO_DOMAIN}`);
      if (uid === undefined) throw new Problem("not_found");
      const exchange = new FastifyExchange(request, reply, false);
      setSessionCookies(await openSession(ctx, uid), exchange);
      return reply.headers(FRESH).redirect("/home", 303);
    });
    done();
  });
}

async function refuseOtherSites(request: FastifyRequest): Promise<void> {
  const site = request.headers["sec-fetch-site"];
  if (request.method !== "GET" && site !== undefined && site !== "same-origin") throw new Problem("not_found");
}

const sendPage = (reply: FastifyReply, type: string) => reply.headers(FRESH).type(`${type}; charset=utf-8`);
