import type { FastifyInstance, FastifyRequest } from "fastify";
import { z } from "zod";
import { siteUrl } from "#modules/accounts/index.ts";
import type { Context, OutsideContext } from "#platform/context.ts";
import { Problem } from "#platform/http/problem.ts";
import type { RateLimits } from "#platform/http/rate-limits/rate-limits.ts";
import { parseJson } from "#platform/text.ts";
import {
  type Descriptor,
  describeCommunity,
  DESCRIPTOR_PATH,
  MESSAGES_PATH,
} from "./descriptor.ts";
import {
  findNeighbourByUrl,
  type NeighbourRow,
  recordReceived,
  useNonce,
} from "./neighbours.store.ts";
import { fetchDescriptor, readOrigin, receiveApproval, receiveEnd } from "./neighbours.ts";
import { type FindKey, verifyRequest } from "./signatures.ts";
import { NeighbourAction } from "./tell-neighbour.ts";

const DESCRIPTOR_LIMIT = {
  by: "address",
  count: 60,
  perS: 60,
} as const;
const MESSAGE_LIMIT = {
  by: "address",
  count: 20,
  perS: 60,
} as const;
const MESSAGE_MAX_BYTES = 1_000;
const CACHE_CONTROL = "public, max-age=3600";

const Message = z.object({ action: NeighbourAction });

/** Serves what other communities read of this one, and receives their approvals. */
export function mountNeighbours(
  http: FastifyInstance,
  ctx: OutsideContext,
  { rateLimits }: { readonly rateLimits: RateLimits },
): void {
  const guardDescriptor = rateLimits.guardFor("neighbour descriptor", [DESCRIPTOR_LIMIT]);
  const guardMessage = rateLimits.guardFor("neighbour messages", [MESSAGE_LIMIT]);

  http.get(DESCRIPTOR_PATH, async (request, reply) => {
    await guardDescriptor?.(request.ip);
    const descriptor = await describeCommunity(ctx);
    return reply
      .type("application/json; charset=utf-8")
      .headers({
        "cache-control": CACHE_CONTROL,
        "access-control-allow-origin": "*",
      })
      .send(JSON.stringify(descriptor));
  });

  void http.register(async (scope) => {
    // The signature covers the bytes of the body.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser<string>(
      "application/json",
      {
        parseAs: "string",
        bodyLimit: MESSAGE_MAX_BYTES,
      },
      (_, body, done) => done(null, body),
    );
    scope.post(MESSAGES_PATH, async (request) => {
      await guardMessage?.(request.ip);
      await receiveMessage(ctx, request);
      return {};
    });
  });
}

async function receiveMessage(ctx: OutsideContext, request: FastifyRequest): Promise<void> {
  const body = typeof request.body === "string" ? request.body : "";
  let descriptor: Descriptor | undefined;
  const sender = await authenticate(ctx, request, body, async (sender) => {
    const known = await findNeighbourByUrl(ctx, sender);
    if (known) return known.public_key ?? undefined;
    // Addresses below an origin would be countless senders with one descriptor.
    if (readOrigin(ctx, sender) !== sender) return undefined;
    descriptor = await fetchDescriptor(ctx, sender).catch(() => undefined);
    return descriptor?.publicKey;
  });
  const message = Message.safeParse(parseJson(body)).data;
  if (sender === undefined) throw new Problem("neighbour_signature_wrong");
  if (!message) throw new Problem("invalid_input");
  if (message.action === "end") return receiveEnd(ctx, sender);
  return receiveApproval(ctx, sender, descriptor);
}

/** The address of the sender, if the signature is right and new. */
async function authenticate(
  ctx: Context,
  { method, url, headers }: FastifyRequest,
  body: string | undefined,
  findKey: FindKey,
): Promise<string | undefined> {
  const signed = {
    method,
    url: siteUrl(ctx.settings) + url,
    headers,
    body,
  };
  const signature = await verifyRequest(signed, findKey, ctx.now());
  if (!signature) return undefined;
  const { sender, nonce, expiresAt } = signature;
  return (await useNonce(ctx, {
    url: sender,
    nonce,
    expiresAt,
  }))
    ? sender
    : undefined;
}

export const isSigned = ({ headers }: FastifyRequest): boolean =>
  headers["signature-input"] !== undefined;

/** The neighbour that signed a search; only one that both sides approved. @throws Problem */
export async function authenticateNeighbour(
  ctx: Context,
  request: FastifyRequest,
): Promise<NeighbourRow> {
  let neighbour: NeighbourRow | undefined;
  const sender = await authenticate(ctx, request, undefined, async (sender) => {
    const row = await findNeighbourByUrl(ctx, sender);
    const isActive = row?.approved_here && row.approved_there;
    neighbour = isActive ? row : undefined;
    return neighbour?.public_key ?? undefined;
  });
  if (sender === undefined || !neighbour) throw new Problem("neighbour_signature_wrong");
  await recordReceived(ctx, neighbour.id);
  return neighbour;
}
