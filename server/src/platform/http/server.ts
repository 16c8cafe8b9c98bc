import { randomUUID } from "node:crypto";
import { BODY_MAX_BYTES } from "@commonlane/contract/limits";
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from "fastify";
import type { Context } from "../context.ts";
import type { Metrics } from "../metrics.ts";
import { guardConnections } from "./connections.ts";
import { failureDoor, refuseConnection } from "./failures.ts";
import { acceptOnlyJson } from "./json-body.ts";
import { assertOwnAddress } from "./own-address.ts";
import { Problem } from "./problem.ts";
import { proxiesOf } from "./proxies.ts";
import type { ProxyWatch } from "./proxy-watch.ts";
import type { RateLimits } from "./rate-limits.ts";
import { securityHeaders } from "./security-headers.ts";
import { serveWeb } from "./web-files.ts";

/** Together less than the 10 s after which a slow sender must be gone. */
const SENT_WITHIN_MS = { head: 5_000, whole: 8_000, lookEvery: 1_000 };

interface Parts {
  readonly metrics?: Metrics;
  readonly webFolder?: string | undefined;
  readonly proxyWatch?: ProxyWatch;
}

/**
 * An HTTP server without calls: limits, headers, one door for failures, a line in the log for each request, and the web
 * app where there is a folder with it.
 */
export function createServer(
  { log, settings }: Pick<Context, "log" | "settings">,
  rateLimits: RateLimits,
  { metrics, webFolder, proxyWatch }: Parts = {},
): FastifyInstance {
  const fail = failureDoor(log);
  const { page, data } = securityHeaders(settings);
  const assertOwn = assertOwnAddress(settings, log);
  const logger: FastifyBaseLogger = log;
  const http = Fastify({
    loggerInstance: logger,
    // Ids are put into the lines by hand; a child logger for each request would cost more than the line itself.
    childLoggerFactory: (logger) => logger,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: BODY_MAX_BYTES,
    genReqId: () => randomUUID(),
    trustProxy: proxiesOf(settings.TRUST_PROXY),
    requestTimeout: SENT_WITHIN_MS.whole,
    // Slow senders are looked for this often; at Node's own pace, every 30 s, the limits above would be idle words.
    http: { headersTimeout: SENT_WITHIN_MS.head, connectionsCheckingInterval: SENT_WITHIN_MS.lookEvery },
    routerOptions: { ignoreTrailingSlash: true },
    schemaController: { compilersFactory: { buildValidator: noSchemas, buildSerializer: noSchemas } },
    frameworkErrors: (error, request, reply) => void fail(error, request, reply.headers(data)),
    clientErrorHandler: refuseConnection,
  });
  guardConnections(http.server, settings, log);
  acceptOnlyJson(http);
  http.setErrorHandler(fail);
  if (webFolder) serveWeb(http, webFolder, settings);
  else http.setNotFoundHandler(() => Promise.reject(new Problem("not_found")));

  http.addHook("onRequest", async (request, reply) => {
    reply.headers(request.url.startsWith("/api/") ? data : page).header("x-request-id", request.id);
    assertOwn(request.raw);
    proxyWatch?.see(request);
    await rateLimits.ceiling(request.ip);
  });
  http.addHook("onResponse", (request, reply, done) => {
    const { url = "none" } = request.routeOptions;
    const route = url.startsWith("/assets/") ? "/assets/*" : url;
    const told = { method: request.method, route, status: reply.statusCode };
    metrics?.observe(told, reply.elapsedTime / 1000);
    log.info({ requestId: request.id, ...told, ms: Math.round(reply.elapsedTime) });
    if (closing) setImmediate(() => http.server.closeIdleConnections());
    done();
  });
  // Fastify ends the connections that rest when it closes; those still being answered would be held open by their callers.
  let closing = false;
  http.addHook("preClose", async () => void (closing = true));
  return http;
}

/** The contract checks what comes and goes. Without this Fastify would read its own two compilers, a hundred modules, at each start. */
const noSchemas = (): never => {
  throw new Error("Calls are described by the contract, not by schemas of Fastify's.");
};
