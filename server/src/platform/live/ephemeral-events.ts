import type { EphemeralEvent, Topic } from "@commonlane/contract/live";
import type { Context } from "../context.ts";
import { notifyEphemeral } from "../db/outbox/notify.ts";

/** An ephemeral event and its recipients. */
interface EphemeralEnvelope {
  readonly topics: readonly Topic[];
  readonly event: EphemeralEvent;
}

/** As many as fit into one notification; no chat has more members. */
const MAX_TOPICS = 100;

/**
 * Sends an ephemeral event to these users if they have a page open, at any process. It may be lost and is not repeated.
 */
export async function publishEphemeral(
  { db }: Pick<Context, "db">,
  topics: readonly Topic[],
  event: EphemeralEvent,
): Promise<void> {
  if (topics.length === 0) return;
  const envelope: EphemeralEnvelope = { topics: topics.slice(0, MAX_TOPICS), event };
  await notifyEphemeral(db, JSON.stringify(envelope));
}

/** Parses an event from `publishEphemeral`, of this process or another one of the same release. */
export const parseEphemeral = (payload: string): EphemeralEnvelope => {
  const envelope: EphemeralEnvelope = JSON.parse(payload);
  return envelope;
};
