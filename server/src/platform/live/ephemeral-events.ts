import type { EphemeralEvent, Topic } from "@commonlane/contract/live";
import type { Context } from "../context.ts";
import { notifyEphemeral } from "../db/outbox/notify.ts";

/** Something that is so for a moment, and whom it is told to. */
interface EphemeralEnvelope {
  readonly topics: readonly Topic[];
  readonly event: EphemeralEvent;
}

/** As many as fit into one notification; nobody writes to more at once. */
const MAX_TOPICS = 100;

/** Tells whoever of these people has a page open, at any process. It may be lost, and is told to nobody later. */
export async function publishEphemeral(
  { db }: Pick<Context, "db">,
  topics: readonly Topic[],
  event: EphemeralEvent,
): Promise<void> {
  if (topics.length === 0) return;
  const envelope: EphemeralEnvelope = { topics: topics.slice(0, MAX_TOPICS), event };
  await notifyEphemeral(db, JSON.stringify(envelope));
}

/** What `whisper` wrote, at this process or another one of the same release. */
export const parseEphemeral = (payload: string): EphemeralEnvelope => {
  const envelope: EphemeralEnvelope = JSON.parse(payload);
  return envelope;
};
