import { createHash, timingSafeEqual } from "node:crypto";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Log } from "../log.ts";
import type { Metrics } from "../metrics.ts";
import type { Settings } from "../settings.ts";
import { isFromHere, servesThisMachineOnly } from "./from-here.ts";
import { Problem } from "./problem.ts";
import { type Checks, readiness } from "./readiness.ts";

const NEVER_KEPT = { "cache-control": "no-store" };

/** `/health/live` (the process answers), `/health/ready` (503 with what is missing) and `/metrics`, for who runs the server. */
export function mountOperations(
  http: FastifyInstance,
  { checks, metrics, settings, log }: { checks: Checks; metrics: Metrics; settings: Settings; log: Log },
): void {
  http.get("/health/live", async (_, reply) => reply.headers(NEVER_KEPT).send({ status: "ok" }));

  http.get("/health/ready", async (_, reply) => {
    const found = await readiness(checks, log);
    return reply
      .code(found.status === "ok" ? 200 : 503)
      .headers(NEVER_KEPT)
      .send(found);
  });

  http.get("/metrics", async (request, reply) => {
    const isLocal = servesThisMachineOnly(settings) && isFromHere(request);
    if (!isLocal && !bears(request, settings.METRICS_TOKEN)) throw new Problem("not_found");
    return reply
      .headers(NEVER_KEPT)
      .type("text/plain; version=0.0.4; charset=utf-8")
      .send(await metrics.text());
  });
}

function bears({ headers }: FastifyRequest, token: string | undefined): boolean {
  if (!token) return false;
  return timingSafeEqual(digest(headers.authorization ?? ""), digest(`Bearer ${token}`));
}
const digest = (text: string) => createHash("sha256").update(text).digest();
