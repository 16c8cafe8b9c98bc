import { createHash } from "node:crypto";
import type { WebhookType } from "@commonlane/contract/webhooks";
import { findListedIds, isListingAllowed } from "#modules/rides/published/index.ts";
import {
  type Context,
  type InTransaction,
  type OutsideContext,
  transaction,
} from "#platform/context.ts";
import { type StoredEvent } from "#platform/db/outbox/outbox.ts";
import { initializeOffset } from "#platform/db/outbox/consumer-offsets.ts";
import { createConsumer } from "#platform/events/event-consumer.ts";
import { type PollOnce } from "#platform/events/polling.ts";
import { deliverJob } from "./deliver.ts";
import { insertDeliveries } from "./deliveries.store.ts";
import { readSubjects } from "./subjects.ts";
import {
  findSubjects,
  saveSubjects,
  type SubjectKind,
  withdrawSubjects,
} from "./subjects.store.ts";
import { findWebhooks, findWebhooksFor } from "./webhooks.store.ts";

const NAME = "webhooks";
/** In a transaction each, which must be short. */
const BATCH = 500;
const KINDS = ["ride", "request", "event"] as const satisfies readonly SubjectKind[];

/** How each kind is announced. Of a request nothing that could change leaves. */
const TYPES: Readonly<
  Record<
    SubjectKind,
    {
      new: WebhookType;
      changed: WebhookType;
      gone: WebhookType;
    }
  >
> = {
  ride: {
    new: "ride.listed",
    changed: "ride.changed",
    gone: "ride.withdrawn",
  },
  request: {
    new: "request.posted",
    changed: "request.posted",
    gone: "request.closed",
  },
  event: {
    new: "event.published",
    changed: "event.changed",
    gone: "event.withdrawn",
  },
};

/** Notifies webhooks of changes, each once: deliveries commit with the offset of the consumer. */
export const webhookConsumer = (ctx: Context): PollOnce =>
  createConsumer(ctx, {
    name: NAME,
    eventTypes: [
      "ride.hosted",
      "ride.changed",
      "ride.cancelled",
      "ride-requests.changed",
      "community-event.changed",
    ],
    handle: announceEvents,
  });

export function initWebhookConsumer({ db }: Context): Promise<void> {
  return initializeOffset(db, NAME);
}

async function announceEvents(ctx: InTransaction, events: readonly StoredEvent[]): Promise<void> {
  if ((await findWebhooks(ctx)).length === 0) return;
  for (const kind of KINDS) {
    const ids = new Set(events.flatMap(({ payload }) => idOf(payload, kind) ?? []));
    await announce(ctx, kind, [...ids]);
  }
}

function idOf(payload: StoredEvent["payload"], kind: SubjectKind): string | undefined {
  if (payload.type === "ride-requests.changed")
    return kind === "request" ? payload.rideRequestId : undefined;
  if (payload.type === "community-event.changed")
    return kind === "event" ? payload.eventId : undefined;

  const isOfRide =
    payload.type === "ride.hosted" ||
    payload.type === "ride.changed" ||
    payload.type === "ride.cancelled";
  return isOfRide && kind === "ride" ? payload.rideId : undefined;
}

/** Compares what may leave now with what has left, and makes a delivery of each difference for each webhook. */
async function announce(
  ctx: InTransaction,
  kind: SubjectKind,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return;
  const subjects = await readSubjects(ctx, kind, ids);
  const saved = await saveSubjects(
    ctx,
    kind,
    [...subjects].map(([aboutId, { data, endsAt }]) => ({
      aboutId,
      endsAt,
      digest: digestOf(data),
    })),
  );
  const gone = await withdrawSubjects(
    ctx,
    kind,
    ids.filter((id) => !subjects.has(id)),
  );

  const types = TYPES[kind];
  const changes = [
    ...saved.map(({ aboutId, isNew }) => ({
      aboutId,
      type: isNew ? types.new : types.changed,
    })),
    ...gone.map((aboutId) => ({
      aboutId,
      type: types.gone,
    })),
  ];
  const webhooks = await findWebhooksFor(ctx, [...new Set(changes.map(({ type }) => type))]);
  const deliveries = webhooks.flatMap(({ id, types }) =>
    changes
      .filter(({ type }) => types.includes(type))
      .map(({ aboutId, type }) => ({
        webhook_id: id,
        about_id: aboutId,
        type,
      })),
  );
  const deliveryIds = await insertDeliveries(ctx, deliveries);
  await ctx.jobs.sendEach(
    ctx,
    deliverJob,
    deliveryIds.map((id) => ({ id })),
  );
}

const digestOf = (data: object): string =>
  createHash("sha256").update(JSON.stringify(data)).digest("base64url");

/**
 * Announces what was withdrawn or is back for a reason without an event: hidden by moderators, a suspended owner, or a
 * setting of the community.
 */
export async function announceHidden(ctx: OutsideContext): Promise<void> {
  if ((await findWebhooks(ctx)).length === 0) return;
  for (const kind of KINDS) {
    const subjects = await findSubjects(ctx, kind);
    for (let from = 0; from < subjects.length; from += BATCH) {
      const ids = await findDifferent(ctx, kind, subjects.slice(from, from + BATCH));
      await transaction(ctx, (ctx) => announce(ctx, kind, ids));
    }
  }
}

/** Those that may leave although they were withdrawn, or the reverse. */
async function findDifferent(
  ctx: Context,
  kind: SubjectKind,
  subjects: readonly { aboutId: string; isWithdrawn: boolean }[],
): Promise<string[]> {
  const ids = subjects.map(({ aboutId }) => aboutId);
  const allowed = await findAllowed(ctx, kind, ids);
  return subjects
    .filter(({ aboutId, isWithdrawn }) => allowed.has(aboutId) === isWithdrawn)
    .map(({ aboutId }) => aboutId);
}

async function findAllowed(
  ctx: Context,
  kind: SubjectKind,
  ids: readonly string[],
): Promise<Pick<ReadonlySet<string>, "has">> {
  if (kind !== "ride") return readSubjects(ctx, kind, ids);
  return isListingAllowed(ctx) ? findListedIds(ctx, ids) : new Set();
}
