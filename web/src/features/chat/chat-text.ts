import type { Conversation, ConversationMember, Message } from "@commonlane/contract/chat";
import { DAY_MS } from "@commonlane/contract/durations";
import { i18n } from "@lingui/core";
import { msg, plural } from "@lingui/core/macro";
import { formatRoute } from "#shared/formatting/bidi.ts";
import { userTimeZone } from "#shared/formatting/user-time-zone.ts";
import { formatDay, formatTime, townName } from "#shared/formatting/format.ts";

export function otherMembers({ members }: Conversation, uid: string): ConversationMember[] {
  return members.filter((member) => member.uid !== uid);
}

/** Title of a conversation: the other person, or the ride's destination. */
export function conversationTitle(conversation: Conversation, uid: string): string {
  const { kind, ride } = conversation;
  if (kind === "ride" && ride)
    return formatRoute(townName(ride.origin.label), townName(ride.destination.label));
  const [otherMember] = otherMembers(conversation, uid);
  return otherMember?.displayName ?? i18n._(msg`Former member`);
}

/** Subtitle of a conversation: its ride. */
export function conversationSubtitle({ kind, ride, members }: Conversation): string | undefined {
  if (!ride) return undefined;
  const day = formatDay(ride.departsAt, ride.timeZone);
  const peopleCount = members.filter(({ left }) => !left).length;
  if (kind === "ride")
    return i18n._(
      msg`${day} · ${plural(peopleCount, {
        one: "# person on this ride",
        other: "# people on this ride",
      })}`,
    );
  return `${formatRoute(townName(ride.origin.label), townName(ride.destination.label))} · ${day}`;
}

/** One-line preview of a message. The sender is a part of its own, because the text may be written the other way. */
export function messagePreview(
  message: Message,
  conversation: Conversation,
  uid: string,
): { sender?: string; text: string } {
  const sender =
    message.senderUid === uid ? i18n._(msg`You`) : memberName(conversation, message.senderUid);
  if (message.note) return { text: noteText(message, conversation, uid) };
  const text = message.text || message.place?.label || "";
  return message.senderUid === uid || conversation.kind === "ride"
    ? {
        sender,
        text,
      }
    : { text };
}

export function memberName({ members }: Conversation, uid: string | null): string {
  return members.find((member) => member.uid === uid)?.displayName ?? i18n._(msg`Former member`);
}

/** Text of a system message about the ride. */
export function noteText(
  { note, senderUid }: Message,
  conversation: Conversation,
  uid: string,
): string {
  const name = memberName(conversation, senderUid);
  const isOwn = senderUid === uid;
  if (note === "joined")
    return isOwn ? i18n._(msg`You joined the ride`) : i18n._(msg`${name} joined the ride`);
  if (note === "left")
    return isOwn ? i18n._(msg`You left the ride`) : i18n._(msg`${name} left the ride`);
  return isOwn ? i18n._(msg`You cancelled the ride`) : i18n._(msg`${name} cancelled the ride`);
}

/** Time of day for today, otherwise the date. */
export function sentAtText(instant: string): string {
  const now = new Date();
  const zone = userTimeZone();
  const day = formatDay(instant, zone);
  return day === formatDay(now.toISOString(), zone) ? formatTime(instant, zone) : day;
}

/** "Today", "Yesterday", or the date. */
export function dayHeading(instant: string): string {
  const now = new Date();
  const zone = userTimeZone();
  const day = formatDay(instant, zone);
  if (day === formatDay(now.toISOString(), zone)) return i18n._(msg`Today`);
  if (day === formatDay(new Date(now.getTime() - DAY_MS).toISOString(), zone))
    return i18n._(msg`Yesterday`);
  return day;
}
