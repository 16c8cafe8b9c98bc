import { createHash, timingSafeEqual } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Log } from "../log.ts";
import type { Metrics } from "../metrics.ts";
import type { Settings } from "../settings.ts";
import { isFromHere, servesThisMachineOnly } from "./from-here.ts";
import { Problem } from "./problem.ts";

/** What must work before requests should come; each by its name, throwing where it does not. */
export type Checks = Readonly<Record<string, () => Promise<unknown>>>;

const CHECK_WITHIN_MS = 3_000;
const NEVER_KEPT = { "cache-control": "no-store" };

/** `/health/live` (the process answers), `/health/ready` (503 with what is missing) and `/metrics`, for who runs the server. */
export function mountOperations(
  http: FastifyInstance,
  { checks, metrics, settings, log }: { checks: Checks; metrics: Metrics; settings: Settings; log: Log },
): void {
  http.get("/health/live", async (_, reply) => reply.headers(NEVER_KEPT).send({ status: "ok" }));

  http.get("/health/ready", async (_, reply) => {
    const results = await Promise.all(
      Object.entries(checks).map(async ([name, check]) => [name, await passes(check, name, log)]),
    );
    const ready = results.every(([, passed]) => passed);
    const told = Object.fromEntries(results.map(([name, passed]) => [name, passed ? "ok" : "failed"]));
    return reply
      .code(ready ? 200 : 503)
      .headers(NEVER_KEPT)
      .send({ status: ready ? "ok" : "failed", checks: told });
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

/** The reason stays in the log: it may name hosts and users of the database. */
async function passes(check: () => Promise<unknown>, name: string, log: Log): Promise<boolean> {
  const late = new AbortController();
  const tooLate = sleep(CHECK_WITHIN_MS, undefined, { signal: late.signal }).then(() => {
    throw new Error(`no answer within ${CHECK_WITHIN_MS} ms`);
  });
  try {
    await Promise.race([check(), tooLate]);
    return true;
  } catch (error) {
    log.warn({ err: error, check: name }, "a health check failed");
    return false;
  } finally {
    tooLate.catch(() => {});
    late.abort();
  }
}

function bears({ headers }: FastifyRequest, token: string | undefined): boolean {
  if (!token) return false;
  return timingSafeEqual(digest(headers.authorization ?? ""), digest(`Bearer ${token}`));
}
const digest = (text: string) => createHash("sha256").update(text).digest();
