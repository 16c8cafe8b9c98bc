import type { Endpoint } from "@commonlane/contract/endpoint";
import { onTestFinished } from "vitest";
import type { Context } from "#platform/context.ts";
import { RateLimits } from "#platform/http/rate-limits.ts";
import { type Caller, type CheckProof, Router } from "#platform/http/route.ts";
import { createServer } from "#platform/http/server.ts";
import { openContext } from "./bare-context.ts";

const bearerOf = async (token: string): Promise<Caller | undefined> =>
  token.startsWith("ey") ? JSON.parse(Buffer.from(token, "base64url").toString()) : undefined;

interface Said {
  readonly environment?: Record<string, string>;
  readonly rateLimits?: RateLimits;
  readonly checkProof?: CheckProof;
  readonly ctx?: Context;
}

/** A token of the test's own making; any other is not good. */
const tokenOf = (caller: Caller): string => Buffer.from(JSON.stringify(caller)).toString("base64url");
export const verified = (uid: string = crypto.randomUUID()): Caller => ({ uid, sessionId: uid, emailVerified: true });

/** The HTTP platform with calls of the test's own, where the real ones would only be in the way. */
export async function openDoor(known: readonly Endpoint[], bind: (router: Router) => void, said: Said = {}) {
  const opened = said.ctx ? undefined : await openContext(said.environment);
  const ctx = said.ctx ?? opened?.ctx;
  if (!ctx) throw new Error("There is always one of the two.");
  const rateLimits = said.rateLimits ?? new RateLimits();
  const checkProof = said.checkProof ?? (async () => async () => {});
  const http = createServer(ctx, rateLimits);
  bind(new Router({ ctx, http, authenticate: bearerOf, checkProof, rateLimits, known }));
  onTestFinished(() => http.close());

  const send = async (
    method: "GET" | "POST" | "PUT" | "DELETE",
    url: string,
    { as, payload, headers }: { as?: Caller; payload?: string; headers?: Record<string, string> } = {},
  ) => {
    const response = await http.inject({
      method,
      url: `/api${url}`,
      headers: {
        ...(payload !== undefined && { "content-type": "application/json" }),
        ...(as && { authorization: `Bearer ${tokenOf(as)}` }),
        ...headers,
      },
      ...(payload !== undefined && { payload }),
    });
    return { status: response.statusCode, body: response.json<unknown>(), headers: response.headers };
  };
  return { ctx, http, send, logged: opened?.logged ?? [], clock: opened?.clock };
}
