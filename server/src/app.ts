import type { FastifyInstance } from "fastify";
import type { Context } from "#platform/context.ts";
import { RateLimits } from "#platform/http/rate-limits.ts";
import { type Authenticate, Router, type Routes } from "#platform/http/route.ts";
import { createServer } from "#platform/http/server.ts";

interface Parts {
  readonly authenticate: Authenticate;
  readonly rateLimits?: RateLimits;
}

/** Every module's calls; a module that is not in here has none. */
const modules: readonly Routes[] = [];

/** The whole server, given its dependencies; `main.ts` and the tests call the same function. */
export function createApp(ctx: Context, { authenticate, rateLimits = new RateLimits() }: Parts): FastifyInstance {
  const http = createServer(ctx, rateLimits);
  const router = new Router({ ctx, http, authenticate, rateLimits });
  for (const routes of modules) routes(router);
  return http;
}
