import type { ReportContext } from "@commonlane/contract/reports";
import { findMessagesForReader } from "#modules/chat/index.ts";
import type { Context } from "#platform/context.ts";
import { areOnRide } from "./contacts.store.ts";
import { type Snapshot, takeSnapshot } from "./snapshots.ts";

interface ContextOfReport {
  readonly context: ReportContext;
  readonly reporterUid: string;
  readonly aboutUid: string;
}

/**
 * The ride or conversation as the reporter sees it now; undefined if they may not see it, or if the reported user has
 * no part in it. Then the report stands without it.
 */
export async function takeContextSnapshot(
  ctx: Context,
  { context: { kind, id }, reporterUid, aboutUid }: ContextOfReport,
): Promise<Snapshot | undefined> {
  if (kind === "conversation") {
    const messages = await findMessagesForReader(ctx, {
      conversationId: id,
      readerUid: reporterUid,
      otherUid: aboutUid,
    });
    return messages.length === 0
      ? undefined
      : {
          conversationId: id,
          messages: messages.map(toReportedMessage),
        };
  }
  const ride = await takeSnapshot(
    ctx,
    {
      kind,
      id,
    },
    reporterUid,
  );
  if (!ride) return undefined;
  const isConcerned =
    ride.aboutUid === aboutUid || (await areOnRide(ctx, id, [aboutUid, reporterUid]));
  return isConcerned ? ride.snapshot : undefined;
}

/** A message as it is stored in a report. */
export const toReportedMessage = <
  Line extends {
    sender_id: unknown;
    text: unknown;
    place: unknown;
    sent_at: unknown;
  },
>({
  sender_id,
  text,
  place,
  sent_at,
}: Line): Pick<Line, "sender_id" | "text" | "place" | "sent_at"> => ({
  sender_id,
  text,
  place,
  sent_at,
});
