import { createHash, timingSafeEqual } from "node:crypto";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Log } from "../../log.ts";
import type { Metrics } from "../../metrics.ts";
import type { Settings } from "../../settings.ts";
import { isLocalRequest, servesLocalhostOnly } from "../network/is-local-request.ts";
import { Problem } from "../problem.ts";
import { type Checks, checkReadiness } from "./readiness.ts";

const NO_STORE = { "cache-control": "no-store" };

/**
 * Mounts `/health/live` (the process answers), `/health/ready` (503 with what is missing) and `/metrics` for operators.
 */
export function mountHealthAndMetrics(
  http: FastifyInstance,
  {
    checks,
    metrics,
    settings,
    log,
  }: {
    checks: Checks;
    metrics: Metrics;
    settings: Settings;
    log: Log;
  },
): void {
  http.get("/health/live", async (_, reply) => reply.headers(NO_STORE).send({ status: "ok" }));

  http.get("/health/ready", async (_, reply) => {
    const result = await checkReadiness(checks, log);
    return reply
      .code(result.status === "ok" ? 200 : 503)
      .headers(NO_STORE)
      .send(result);
  });

  http.get("/metrics", async (request, reply) => {
    const isLocal = servesLocalhostOnly(settings) && isLocalRequest(request);
    if (!isLocal && !hasBearerToken(request, settings.METRICS_TOKEN))
      throw new Problem("not_found");
    return reply
      .headers(NO_STORE)
      .type("text/plain; version=0.0.4; charset=utf-8")
      .send(await metrics.text());
  });
}

function hasBearerToken({ headers }: FastifyRequest, token: string | undefined): boolean {
  if (!token) return false;
  return timingSafeEqual(digest(headers.authorization ?? ""), digest(`Bearer ${token}`));
}
const digest = (text: string) => createHash("sha256").update(text).digest();
