import { randomUUID } from "node:crypto";
import { BODY_MAX_BYTES } from "@commonlane/contract/limits";
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from "fastify";
import type { Context } from "../context.ts";
import type { Metrics } from "../metrics.ts";
import { isTracing, traceRequests } from "../tracing.ts";
import { guardConnections } from "./network/connection-guard.ts";
import { getDraining } from "./connection-draining.ts";
import { createErrorHandler, handleClientError } from "./error-handler.ts";
import { createHostAssertion } from "./network/host-check.ts";
import { Problem } from "./problem.ts";
import { parseTrustProxy } from "./network/trusted-proxies.ts";
import type { ProxyHeaderCheck } from "./network/proxy-header-check.ts";
import type { RateLimits } from "./rate-limits/rate-limits.ts";
import { securityHeaders } from "./security-headers.ts";
import { serveWebApp } from "./web-app/web-files.ts";

/** Together less than the 10 s after which a slow sender must be closed. */
const REQUEST_TIMEOUTS_MS = {
  headers: 5_000,
  request: 8_000,
  checkInterval: 1_000,
};

interface ServerOptions {
  readonly metrics?: Metrics;
  readonly webFolder?: string | undefined;
  readonly proxyWatch?: ProxyHeaderCheck;
}

/**
 * An HTTP server without endpoints: limits, headers, error handling, request log, and the web app if its folder is
 * given.
 */
export function createServer(
  ctx: Pick<Context, "db" | "log" | "settings" | "community" | "regions">,
  rateLimits: RateLimits,
  { metrics, webFolder, proxyWatch }: ServerOptions = {},
): FastifyInstance {
  const { log, settings, community } = ctx;
  const handleError = createErrorHandler(log, community);
  const { page, data } = securityHeaders(settings);
  const assertOwnHost = createHostAssertion(settings, log);
  const logger: FastifyBaseLogger = log;
  const http = Fastify({
    loggerInstance: logger,
    // Ids are added to log lines by hand; a child logger per request would cost more than the line itself.
    childLoggerFactory: (logger) => logger,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: BODY_MAX_BYTES,
    genReqId: () => randomUUID(),
    trustProxy: parseTrustProxy(settings.TRUST_PROXY),
    requestTimeout: REQUEST_TIMEOUTS_MS.request,
    // Checks for slow senders this often; Node's default of 30 s would make the limits above useless.
    http: {
      headersTimeout: REQUEST_TIMEOUTS_MS.headers,
      connectionsCheckingInterval: REQUEST_TIMEOUTS_MS.checkInterval,
    },
    routerOptions: { ignoreTrailingSlash: true },
    schemaController: {
      compilersFactory: {
        buildValidator: rejectSchemas,
        buildSerializer: rejectSchemas,
      },
    },
    frameworkErrors: (error, request, reply) =>
      void handleError(error, request, reply.headers(data)),
    clientErrorHandler: handleClientError,
    // Connections accepted before the listener closed are still served.
    return503OnClosing: false,
  });
  guardConnections(http.server, settings, log);
  if (isTracing()) traceRequests(http, { continueTraces: settings.TRUST_PROXY !== undefined });
  const draining = getDraining(http);
  registerJsonParser(http);
  http.setErrorHandler(handleError);
  if (webFolder) serveWebApp(http, webFolder, ctx);
  else http.setNotFoundHandler(() => Promise.reject(new Problem("not_found")));

  http.addHook("onRequest", async (request, reply) => {
    if (draining.requestHold) await draining.requestHold;
    reply.headers(request.url.startsWith("/api/") ? data : page).header("x-request-id", request.id);
    assertOwnHost(request.raw);
    proxyWatch?.inspect(request);
    await rateLimits.globalGuard(request.ip);
  });
  http.addHook("onResponse", (request, reply, done) => {
    const { url = "none" } = request.routeOptions;
    const route = url.startsWith("/assets/") ? "/assets/*" : url;
    const observed = {
      method: request.method,
      route,
      status: reply.statusCode,
    };
    metrics?.observe(observed, reply.elapsedTime / 1000);
    log.info({
      requestId: request.id,
      ...observed,
      ms: Math.round(reply.elapsedTime),
    });
    if (closing) setImmediate(() => http.server.closeIdleConnections());
    done();
  });
  // On close, Fastify ends idle connections; clients would hold open those with a reply under way.
  let closing = false;
  http.addHook("preClose", async () => void (closing = true));
  return http;
}

/**
 * The contract validates input and output. Without this, Fastify would load its own two compilers, a hundred modules,
 * at each start.
 */
const rejectSchemas = (): never => {
  throw new Error("Endpoints are described by the contract, not by Fastify schemas.");
};

/** Accepts only JSON bodies. Refuses keys that would change a prototype, and text that the database cannot store. */
function registerJsonParser(http: FastifyInstance): void {
  const parse = http.getDefaultJsonParser("error", "error");
  http.removeAllContentTypeParsers();
  http.addContentTypeParser<string>(
    "application/json",
    { parseAs: "string" },
    (request, text, done) => {
      // A client that announces JSON and sends no bytes has no body.
      if (text === "") return done(null, undefined);
      void parse(request, text, (error, value) => {
        // Only an escape sequence can introduce malformed text: the bytes were decoded as UTF-8.
        if (!error && text.includes("\\u") && !hasValidText(value))
          done(new Problem("invalid_input"));
        else done(error, value);
      });
    },
  );
}

/** True if every text in a parsed value is well-formed Unicode without NUL. */
function hasValidText(root: unknown): boolean {
  const pending: unknown[] = [root];
  for (
    let value = pending.pop();
    pending.length > 0 || value !== undefined;
    value = pending.pop()
  ) {
    if (typeof value === "string" && (!value.isWellFormed() || value.includes("\0"))) return false;
    if (typeof value === "object" && value !== null)
      for (const [key, inner] of Object.entries(value)) pending.push(key, inner);
  }
  return true;
}
