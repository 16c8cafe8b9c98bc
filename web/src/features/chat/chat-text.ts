import type { Conversation, ConversationMember, Message } from "@commonlane/contract/chat";
import { DAY_MS } from "@commonlane/contract/durations";
import { i18n } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { userTimeZone } from "#shared/formatting/user-time-zone.ts";
import { formatDay, formatTime, townName } from "#shared/formatting/format.ts";

export const otherMembers = ({ members }: Conversation, uid: string): ConversationMember[] =>
  members.filter((member) => member.uid !== uid);

/** What a conversation is called: the other person, or where everybody goes. */
export function conversationTitle(conversation: Conversation, uid: string): string {
  const { kind, ride } = conversation;
  if (kind === "ride" && ride) return `${townName(ride.origin.label)} → ${townName(ride.destination.label)}`;
  const [other] = otherMembers(conversation, uid);
  return other?.displayName ?? i18n._(msg`Former member`);
}

/** What it is about, under its name. */
export function conversationSubtitle({ kind, ride, members }: Conversation): string | undefined {
  if (!ride) return undefined;
  const day = formatDay(ride.departsAt, ride.timeZone);
  const people = members.filter(({ left }) => !left).length;
  if (kind === "ride") return i18n._(msg`${day} · ${people} people on this ride`);
  return `${townName(ride.origin.label)} → ${townName(ride.destination.label)} · ${day}`;
}

/** One line of a message, for the list. */
export function messagePreview(message: Message, conversation: Conversation, uid: string): string {
  const who = message.senderUid === uid ? i18n._(msg`You`) : memberName(conversation, message.senderUid);
  if (message.note) return noteText(message, conversation, uid);
  const content = message.text || message.place?.label || "";
  return message.senderUid === uid || conversation.kind === "ride" ? `${who}: ${content}` : content;
}

export const memberName = ({ members }: Conversation, uid: string | null): string =>
  members.find((member) => member.uid === uid)?.displayName ?? i18n._(msg`Former member`);

/** A note of what happened to the ride. */
export function noteText({ note, senderUid }: Message, conversation: Conversation, uid: string): string {
  const who = memberName(conversation, senderUid);
  const me = senderUid === uid;
  if (note === "joined") return me ? i18n._(msg`You joined the ride`) : i18n._(msg`${who} joined the ride`);
  if (note === "left") return me ? i18n._(msg`You left the ride`) : i18n._(msg`${who} left the ride`);
  return me ? i18n._(msg`You cancelled the ride`) : i18n._(msg`${who} cancelled the ride`);
}

/** Today's hour, or an earlier day. */
export function sentAtText(instant: string): string {
  const now = new Date();
  const zone = userTimeZone();
  const day = formatDay(instant, zone);
  return day === formatDay(now.toISOString(), zone) ? formatTime(instant, zone) : day;
}

/** "Today", "Yesterday", or the day. */
export function dayHeading(instant: string): string {
  const now = new Date();
  const zone = userTimeZone();
  const day = formatDay(instant, zone);
  if (day === formatDay(now.toISOString(), zone)) return i18n._(msg`Today`);
  if (day === formatDay(new Date(now.getTime() - DAY_MS).toISOString(), zone)) return i18n._(msg`Yesterday`);
  return day;
}
