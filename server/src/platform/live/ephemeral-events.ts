import { EphemeralEvent, type Topic } from "@commonlane/contract/live";
import { z } from "zod";
import type { Context } from "../context.ts";
import { notifyEphemeral } from "../db/outbox/notify.ts";

/** An ephemeral event and its recipients. */
interface EphemeralEnvelope {
  readonly topics: readonly Topic[];
  readonly event: EphemeralEvent;
}

const Envelope = z.object({
  topics: z.array(z.string()),
  event: EphemeralEvent,
});

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
  const envelope: EphemeralEnvelope = {
    topics: topics.slice(0, MAX_TOPICS),
    event,
  };
  await notifyEphemeral(db, JSON.stringify(envelope));
}

const isTopic = (topic: string): topic is Topic => topic.startsWith("user:");

/** Parses an event from `publishEphemeral`. Undefined for what another release sends and this one does not know. */
export function parseEphemeral(payload: string): EphemeralEnvelope | undefined {
  try {
    const envelope = Envelope.safeParse(JSON.parse(payload)).data;
    return (
      envelope && {
        topics: envelope.topics.filter(isTopic),
        event: envelope.event,
      }
    );
  } catch {
    return undefined;
  }
}
