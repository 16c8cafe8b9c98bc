import type { Conversation, ConversationMember, Message } from "@commonlane/contract/chat";
import { DAY_MS } from "@commonlane/contract/durations";
import { i18n } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { ownTimeZone } from "#shared/wording/own-time-zone.ts";
import { dayText, timeText, townOf } from "#shared/wording/wording.ts";

export const othersIn = ({ members }: Conversation, uid: string): ConversationMember[] =>
  members.filter((member) => member.uid !== uid);

/** What a conversation is called: the other person, or where everybody goes. */
export function nameOf(conversation: Conversation, uid: string): string {
  const { kind, ride } = conversation;
  if (kind === "ride" && ride) return `${townOf(ride.origin.label)} → ${townOf(ride.destination.label)}`;
  const [other] = othersIn(conversation, uid);
  return other?.displayName ?? i18n._(msg`Former member`);
}

/** What it is about, under its name. */
export function aboutOf({ kind, ride, members }: Conversation): string | undefined {
  if (!ride) return undefined;
  const day = dayText(ride.departsAt, ride.timeZone);
  const people = members.filter(({ left }) => !left).length;
  if (kind === "ride") return i18n._(msg`${day} · ${people} people on this ride`);
  return `${townOf(ride.origin.label)} → ${townOf(ride.destination.label)} · ${day}`;
}

/** One line of a message, for the list. */
export function lineOf(message: Message, conversation: Conversation, uid: string): string {
  const who = message.senderUid === uid ? i18n._(msg`You`) : personIn(conversation, message.senderUid);
  if (message.note) return noteText(message, conversation, uid);
  const said = message.text || message.place?.label || "";
  return message.senderUid === uid || conversation.kind === "ride" ? `${who}: ${said}` : said;
}

export const personIn = ({ members }: Conversation, uid: string | null): string =>
  members.find((member) => member.uid === uid)?.displayName ?? i18n._(msg`Former member`);

/** A note of what happened to the ride. */
export function noteText({ note, senderUid }: Message, conversation: Conversation, uid: string): string {
  const who = personIn(conversation, senderUid);
  const me = senderUid === uid;
  if (note === "joined") return me ? i18n._(msg`You joined the ride`) : i18n._(msg`${who} joined the ride`);
  if (note === "left") return me ? i18n._(msg`You left the ride`) : i18n._(msg`${who} left the ride`);
  return me ? i18n._(msg`You cancelled the ride`) : i18n._(msg`${who} cancelled the ride`);
}

/** Today's hour, or an earlier day. */
export function whenText(instant: string): string {
  const now = new Date();
  const zone = ownTimeZone();
  const day = dayText(instant, zone);
  return day === dayText(now.toISOString(), zone) ? timeText(instant, zone) : day;
}

/** "Today", "Yesterday", or the day. */
export function dayName(instant: string): string {
  const now = new Date();
  const zone = ownTimeZone();
  const day = dayText(instant, zone);
  if (day === dayText(now.toISOString(), zone)) return i18n._(msg`Today`);
  if (day === dayText(new Date(now.getTime() - DAY_MS).toISOString(), zone)) return i18n._(msg`Yesterday`);
  return day;
}
