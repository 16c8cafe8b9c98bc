import { createHmac } from "node:crypto";
import { DAY_MS } from "@commonlane/contract/durations";
import type { WebhookType } from "@commonlane/contract/webhooks";
import { z } from "zod";
import type { Context, OutsideContext } from "#platform/context.ts";
import { defineJob } from "#platform/jobs/jobs.ts";
import { createWorker, type Worker } from "#platform/jobs/worker.ts";
import { messageWithCodes } from "#platform/error-codes.ts";
import { postToPublicHost } from "#platform/push/ssrf-safe-post.ts";
import { getServerKey } from "#platform/server-keys.ts";
import { buildUserAgent } from "#platform/upstream/request-public-host.ts";
import {
  type DueDelivery,
  dropDelivery,
  findDueDelivery,
  recordAttempt,
} from "./deliveries.store.ts";
import { readSubjects } from "./subjects.ts";
import type { SubjectKind } from "./subjects.store.ts";
import { recordFailure, recordSuccess } from "./webhooks.store.ts";

const TIMEOUT_MS = 10_000;
const RETRIES = 15;
/** A webhook is disabled at the first failure after so long without a success. */
const FAILING_MS = 3 * DAY_MS;
const GONE = 410;

/** Retries after 30 s, then twice as long each time up to an hour: about nine hours in all. */
export const deliverJob = defineJob({
  name: "webhook.deliver",
  data: z.object({ id: z.uuid() }),
  retries: RETRIES,
  retryAfterS: 30,
});

export const webhookWorkers: readonly Worker[] = [
  createWorker(deliverJob, (ctx, { id }) => deliver(ctx, id)),
];

const SECRET_PREFIX = "whsec_";

/** The signature of Standard Webhooks. */
export function signDelivery(secret: string, content: string): string {
  const key = Buffer.from(secret.slice(SECRET_PREFIX.length), "base64");
  return `v1,${createHmac("sha256", key).update(content).digest("base64")}`;
}

/**
 * The secret with which deliveries of a webhook are signed. It is derived, so nothing of it is stored; a webhook that
 * is added again has another one.
 */
export async function secretOf({ db }: Context, webhookId: string): Promise<string> {
  const key = await getServerKey(db, "webhooks");
  return `${SECRET_PREFIX}${createHmac("sha256", key).update(webhookId).digest("base64")}`;
}

/** @throws Error if it has to be tried again */
async function deliver(ctx: OutsideContext, id: string): Promise<void> {
  const delivery = await findDueDelivery(ctx, id);
  if (!delivery) return;
  const data = await readData(ctx, delivery);
  if (!data) return dropDelivery(ctx, id);

  const { type, webhook_id } = delivery;
  const body = JSON.stringify({
    type,
    timestamp: delivery.created_at.toISOString(),
    data,
  });
  const status = await send(ctx, delivery, body);
  if (status !== null && status >= 200 && status < 300) {
    await recordAttempt(ctx, id, {
      status: "delivered",
      lastStatus: status,
    });
    return recordSuccess(ctx, webhook_id);
  }

  const isLast = delivery.attempts >= RETRIES;
  await recordAttempt(ctx, id, {
    status: isLast ? "failed" : "waiting",
    lastStatus: status,
  });
  const isDisabled = await recordFailure(ctx, webhook_id, {
    isGone: status === GONE,
    since: new Date(ctx.now().getTime() - FAILING_MS),
  });
  if (isDisabled) ctx.log.warn({ webhook: webhook_id }, "a webhook was disabled after failures");
  if (!isDisabled && !isLast) throw new Error(`A webhook answered ${status ?? "nothing"}.`);
}

const GONE_TYPES: readonly WebhookType[] = ["ride.withdrawn", "request.closed", "event.withdrawn"];

/**
 * What may leave now, which may differ from when the delivery was made; undefined if nothing may. That something is
 * gone is no longer said once it is there again, which another delivery may have announced before.
 */
async function readData(
  ctx: Context,
  { type, about_id }: DueDelivery,
): Promise<object | undefined> {
  const subject = (await readSubjects(ctx, kindOf(type), [about_id])).get(about_id);
  if (!GONE_TYPES.includes(type)) return subject?.data;
  return subject ? undefined : { id: about_id };
}

function kindOf(type: WebhookType): SubjectKind {
  if (type.startsWith("ride.")) return "ride";
  return type.startsWith("event.") ? "event" : "request";
}

/** The status of the reply; null if there is none. */
async function send(
  ctx: OutsideContext,
  { id, url, webhook_id }: DueDelivery,
  body: string,
): Promise<number | null> {
  const timestamp = String(Math.floor(ctx.now().getTime() / 1000));
  const secret = await secretOf(ctx, webhook_id);
  const headers = {
    "content-type": "application/json",
    "user-agent": buildUserAgent(ctx),
    "webhook-id": id,
    "webhook-timestamp": timestamp,
    "webhook-signature": signDelivery(secret, `${id}.${timestamp}.${body}`),
  };
  try {
    return await post(ctx, url, headers, body);
  } catch (error) {
    ctx.log.debug({ reason: messageWithCodes(error) }, "a webhook did not answer");
    return null;
  }
}

/** Only receivers that the operator named may be on this machine or in a private network. */
export const isLocalReceiver = ({ settings }: Context, url: string): boolean =>
  settings.WEBHOOK_LOCAL_RECEIVERS?.includes(new URL(url).origin) ?? false;

async function post(
  ctx: OutsideContext,
  url: string,
  headers: Readonly<Record<string, string>>,
  body: string,
): Promise<number> {
  if (!isLocalReceiver(ctx, url))
    return (await postToPublicHost(TIMEOUT_MS)(url, headers, Buffer.from(body))).status;
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const request = {
    method: "POST",
    headers,
    body,
    signal,
    redirect: "manual",
  } as const;
  const reply = await ctx.services.fetch(url, request);
  await reply.body?.cancel();
  return reply.status;
}
