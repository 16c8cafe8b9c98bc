import type { ReportContext, ReportTarget } from "@commonlane/contract/reports";
import { isOpenTo } from "#modules/groups/index.ts";
import { findMessagesForReader, messageWithContext } from "#modules/chat/index.ts";
import { getReportableEvent } from "#modules/events/index.ts";
import { findPublicPerson } from "#modules/profiles/index.ts";
import {
  findOffer,
  findRideRequests,
  viewOffer,
  viewRideRequest,
} from "#modules/ride-requests/index.ts";
import { findRide, findRideForViewer, viewRides } from "#modules/rides/index.ts";
import { isInAudience } from "#modules/rides/rules/index.ts";
import { findSeatRequest, viewSeatRequest } from "#modules/seat-requests/index.ts";
import type { Context } from "#platform/context.ts";
import { areOnRide } from "./contacts.store.ts";
import { findBio } from "./reports.store.ts";

export type Snapshot = Readonly<Record<string, unknown>>;

/** Snapshot of the reported item, and the user responsible for it. */
interface ReportedContent {
  readonly aboutUid: string | null;
  readonly snapshot: Snapshot;
}

/**
 * A record as this user sees it now, ignoring blocks; undefined if they may not see it. Texts are unmasked, because
 * details masked for the reader may prove a fraud.
 */
export const takeSnapshot = (
  ctx: Context,
  { kind, id }: ReportTarget,
  viewerUid: string,
): Promise<ReportedContent | undefined> => SNAPSHOT_BY_KIND[kind](ctx, id, viewerUid);

type SnapshotReader = (
  ctx: Context,
  id: string,
  viewerUid: string,
) => Promise<ReportedContent | undefined>;

const SNAPSHOT_BY_KIND: Readonly<Record<ReportTarget["kind"], SnapshotReader>> = {
  person: async (ctx, id) => {
    const person = await findPublicPerson(ctx, id);
    return (
      person && {
        aboutUid: id,
        snapshot: {
          ...person,
          bio: await findBio(ctx, id),
        },
      }
    );
  },
  ride: async (ctx, id, viewerUid) => {
    const seen = await findRideForViewer(ctx, id, viewerUid);
    const canSee =
      seen && (seen.participation !== undefined || (await isInAudience(ctx, seen.row, viewerUid)));
    if (!canSee) return undefined;
    const [ride] = await viewRides(ctx, [seen.row], viewerUid);
    return {
      aboutUid: seen.row.host_id,
      snapshot: { ...ride, note: seen.row.note },
    };
  },
  "ride-request": async (ctx, id, viewerUid) => {
    const [row] = await findRideRequests(ctx, [id]);
    if (!row || !(await isOpenTo(ctx, viewerUid, row.members_of))) return undefined;
    return {
      aboutUid: row.seeker_id,
      snapshot: {
        ...(await viewRideRequest(ctx, row, viewerUid)),
        note: row.note,
      },
    };
  },
  "seat-request": async (ctx, id, viewerUid) => {
    const row = await findSeatRequest(ctx, id);
    const ride = row && (await findRide(ctx, row.ride_id));
    const aboutUid = ride && otherParty([row.seeker_id, ride.host_id], viewerUid);
    if (!aboutUid) return undefined;
    const { message, reason } = row;
    return {
      aboutUid,
      snapshot: {
        ...(await viewSeatRequest(ctx, row, viewerUid)),
        message,
        reason,
      },
    };
  },
  offer: async (ctx, id, viewerUid) => {
    const row = await findOffer(ctx, id);
    const [request] = row ? await findRideRequests(ctx, [row.request_id]) : [];
    const aboutUid = row && request && otherParty([row.driver_id, request.seeker_id], viewerUid);
    if (!aboutUid) return undefined;
    const message = row.message;
    const reason = row.booking_reason ?? row.reason;
    return {
      aboutUid,
      snapshot: {
        ...(await viewOffer(ctx, row, viewerUid)),
        message,
        reason,
      },
    };
  },
  message: async (ctx, id, viewerUid) => {
    const thread = await messageWithContext(ctx, id, viewerUid);
    const message = thread.at(-1);
    if (!message) return undefined;
    const messages = thread.map(({ sender_id, text, place, sent_at }) => ({
      sender_id,
      text,
      place,
      sent_at,
    }));
    return {
      aboutUid: message.sender_id,
      snapshot: {
        conversationId: message.conversation_id,
        messages,
      },
    };
  },
  event: (ctx, id, viewerUid) => getReportableEvent(ctx, id, viewerUid),
};

/** Either of two parties may report what they share, and this also reports the other party. */
function otherParty(sides: readonly [string, string], uid: string): string | undefined {
  return sides.includes(uid) ? sides.find((side) => side !== uid) : undefined;
}

interface ContextOfReport {
  readonly context: ReportContext;
  readonly reporterUid: string;
  readonly aboutUid: string;
}

/**
 * The ride or conversation as the reporter sees it now; undefined if they may not see it, or if the reported user has
 * no part in it. The report is then stored without it.
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
