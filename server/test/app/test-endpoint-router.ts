import type { Endpoint } from "@commonlane/contract/endpoint";
import { onTestFinished } from "vitest";
import type { OutsideContext } from "#platform/context.ts";
import { RateLimits } from "#platform/http/rate-limits/rate-limits.ts";
import {
  type Caller,
  type CheckProof,
  EndpointRouter,
} from "#platform/http/endpoints/endpoint-router.ts";
import { Overload } from "#platform/http/endpoints/overload.ts";
import { createServer } from "#platform/http/server.ts";
import { createTestContext } from "./test-context.ts";

const parseToken = async (token: string): Promise<Caller | undefined> =>
  token.startsWith("ey") ? JSON.parse(Buffer.from(token, "base64url").toString()) : undefined;

interface TestRouterOptions {
  readonly environment?: Record<string, string>;
  readonly rateLimits?: RateLimits;
  readonly checkProof?: CheckProof;
  readonly ctx?: OutsideContext;
  readonly overload?: Overload;
}

/** A token created by the test; any other is invalid. */
const tokenFor = (caller: Caller): string =>
  Buffer.from(JSON.stringify(caller)).toString("base64url");
export const verifiedCaller = (uid: string = crypto.randomUUID()): Caller => ({
  uid,
  sessionId: uid,
  emailVerified: true,
  tokenExpiresAtMs: Date.parse("2026-01-01T09:00:00Z"),
});

/** The HTTP layer with the test's own endpoints, where the real ones would be in the way. */
export async function openTestRouter(
  endpoints: readonly Endpoint[],
  bind: (router: EndpointRouter) => void,
  options: TestRouterOptions = {},
) {
  const opened = options.ctx ? undefined : await createTestContext(options.environment);
  const ctx = options.ctx ?? opened?.ctx;
  if (!ctx) throw new Error("Exactly one of the two is always given.");
  const rateLimits = options.rateLimits ?? new RateLimits();
  const checkProof =
    options.checkProof ??
    (async () => ({ consume: async () => {}, assertSufficient: async () => {} }));
  const http = createServer(ctx, rateLimits);
  const overload = options.overload ?? new Overload();
  bind(
    new EndpointRouter({
      ctx,
      http,
      authenticate: parseToken,
      checkProof,
      rateLimits,
      overload,
      bindable: endpoints,
    }),
  );
  onTestFinished(() => http.close());

  const send = async (
    method: "GET" | "POST" | "PUT" | "DELETE",
    url: string,
    {
      as,
      payload,
      headers,
    }: { as?: Caller; payload?: string; headers?: Record<string, string> } = {},
  ) => {
    const response = await http.inject({
      method,
      url: `/api${url}`,
      headers: {
        ...(payload !== undefined && { "content-type": "application/json" }),
        ...(as && { authorization: `Bearer ${tokenFor(as)}` }),
        ...headers,
      },
      ...(payload !== undefined && { payload }),
    });
    return {
      status: response.statusCode,
      body: response.json<unknown>(),
      headers: response.headers,
    };
  };
  return { ctx, http, send, logged: opened?.logged ?? [], clock: opened?.clock };
}
