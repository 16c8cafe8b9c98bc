import { translatable } from "./message.ts";
import * as z from "zod/mini";
import { ContactKind } from "./contact-details/contact-details.ts";
import { endpoint } from "./endpoint.ts";
import { MESSAGE_MAX_LENGTH, NAME_MAX_LENGTH } from "./limits.ts";
import { PublicPerson } from "./profiles.ts";
import { RideStatus } from "./rides.ts";
import { cleanText, SuccessReply, Id, pageOf, PageQuery, Place, queryNumber } from "./shapes.ts";

/** An entry in a conversation: text, a place, or a note about the ride. */
export const Message = z.object({
  id: Id,
  conversationId: Id,
  /** Id chosen by the sender; repeated sends of the same id are stored once. */
  clientId: z.string(),
  /** Position in the conversation, from 1, the same for all members. */
  ordinal: z.int(),
  kind: z.enum(["text", "place", "note"]),
  /** Author, or the user that a note is about; null if the account was deleted. */
  senderUid: z.nullable(Id),
  text: z.string(),
  place: z.nullable(Place),
  note: z.nullable(z.enum(["joined", "left", "ride-cancelled"])),
  /**
   * Kinds of contact details masked for the reader because the two have not agreed on a ride. The sender sees them too.
   */
  hidden: z.array(ContactKind),
  /** The message asks for a payment, which is never part of a ride. */
  asksForPayment: z.boolean(),
  sentAt: z.iso.datetime(),
  /** Members whose devices received the message, and members who read it; never the sender. */
  deliveredTo: z.array(Id),
  readBy: z.array(Id),
});
export type Message = z.infer<typeof Message>;

export const ConversationMember = z.extend(PublicPerson, {
  /** Highest ordinals that this member has received and read. */
  deliveredUpTo: z.int(),
  readUpTo: z.int(),
  /** The member left the ride and can neither read later messages nor write. */
  left: z.boolean(),
});
export type ConversationMember = z.infer<typeof ConversationMember>;

/** A conversation between two users, optionally about a ride, or between everyone on a ride. */
export const Conversation = z.object({
  id: Id,
  kind: z.enum(["direct", "ride"]),
  members: z.array(ConversationMember),
  /** Null also if the ride does not exist for the reader. */
  rideId: z.nullable(Id),
  /** Ride details visible to the reader. */
  ride: z.nullable(
    z.object({
      hostId: Id,
      origin: Place,
      destination: Place,
      departsAt: z.iso.datetime(),
      timeZone: z.string(),
      status: RideStatus,
    }),
  ),
  lastMessage: z.nullable(Message),
  /** Number of unread messages from other members. */
  unread: z.int(),
  /** Excluded from the unread badge and from notifications. */
  muted: z.boolean(),
  /** True if contact details are visible: after a seat was accepted between the two users. */
  contactsShown: z.boolean(),
  /** End of the period in which members can write; null if unlimited. */
  closesAt: z.nullable(z.iso.datetime()),
  /** True if the reader can write now. */
  open: z.boolean(),
});
export type Conversation = z.infer<typeof Conversation>;

/** Minimum interval between typing events, and how long one stays valid. */
export const TYPING_INTERVAL_MS = 4_000;
export const TYPING_TIMEOUT_MS = 6_000;

const ClientId = z.string().check(z.regex(/^[\w-]{8,64}$/));

/** A message to send: text, a place, or both. */
export const NewMessage = z
  .object({
    clientId: ClientId,
    text: z.optional(cleanText(MESSAGE_MAX_LENGTH)),
    place: z.nullish(Place),
  })
  .check(
    z.refine(({ text, place }) => Boolean(text || place), {
      message: translatable("Please write a message."),
      path: ["text"],
    }),
  );
export type NewMessage = z.output<typeof NewMessage>;

/** With `around`, the first page is centred on that ordinal; `newerCursor` fetches the newer messages. */
const MessagesQuery = z.extend(PageQuery, {
  around: z.optional(queryNumber(z.int(), z.gte(1), z.lte(2_147_483_647))),
});
export type MessagesQuery = z.infer<typeof MessagesQuery>;
const MessagesPage = z.extend(pageOf(Message), { newerCursor: z.nullable(z.string()) });
export type MessagesPage = z.infer<typeof MessagesPage>;

const ConversationParams = z.object({ conversationId: Id });
const ReadPosition = z.object({ upTo: Id });
const UnreadCount = z.object({ count: z.int() });

export const chat = {
  /**
   * For clients that use only the chat. Expires with the ID token of the call. The nicknames of other users come from
   * their profiles.
   */
  token: endpoint({
    summary: "Get a token for the WebSocket",
    method: "POST",
    path: "/sendbird/generate-access-token",
    access: "signed-in",
    body: z.object({ nickname: z.optional(cleanText(2 * NAME_MAX_LENGTH + 1)) }),
    reply: z.object({
      token: z.string(),
      expiresAt: z.iso.datetime(),
      userId: Id,
    }),
    limits: [{ by: "account", count: 60, perS: 600 }],
  }),
  conversations: endpoint({
    summary: "List the caller's conversations, latest message first",
    method: "GET",
    path: "/chat/conversations",
    access: "signed-in",
    query: PageQuery,
    reply: pageOf(Conversation),
  }),
  /** Returns the existing conversation if there is one: two users have one per ride and one without a ride. */
  open: endpoint({
    summary: "Open the conversation with a user, optionally about a ride that one of the two hosts",
    method: "POST",
    path: "/chat/conversations",
    access: "signed-in",
    body: z.object({
      withUid: Id,
      rideId: z.nullish(Id),
    }),
    status: 201,
    idempotent: true,
    reply: Conversation,
    limits: [{ by: "account", count: 60, perS: 3600 }],
    problems: ["not_found", "own_conversation", "strangers_enough"],
  }),
  one: endpoint({
    summary: "Get a conversation",
    method: "GET",
    path: "/chat/conversations/:conversationId",
    access: "signed-in",
    params: ConversationParams,
    reply: Conversation,
    problems: ["not_found"],
  }),
  ofRide: endpoint({
    summary: "Get the group conversation of a ride of the caller",
    method: "GET",
    path: "/rides/:rideId/conversation",
    access: "signed-in",
    params: z.object({ rideId: Id }),
    reply: Conversation,
    problems: ["not_found"],
  }),
  messages: endpoint({
    summary: "List the messages of a conversation, newest first",
    method: "GET",
    path: "/chat/conversations/:conversationId/messages",
    access: "signed-in",
    params: ConversationParams,
    query: MessagesQuery,
    reply: MessagesPage,
    problems: ["not_found"],
  }),
  /** Idempotent by `clientId`: sending again returns the stored message. */
  send: endpoint({
    summary: "Send a message",
    method: "POST",
    path: "/chat/conversations/:conversationId/messages",
    access: "signed-in",
    params: ConversationParams,
    body: NewMessage,
    status: 201,
    reply: Message,
    limits: [
      { by: "account", count: 60, perS: 60 },
      { by: "account", count: 1000, perS: 3600 },
    ],
    problems: ["not_found", "conversation_closed", "idempotency_mismatch"],
  }),
  /** Read marks never move back. */
  read: endpoint({
    summary: "Mark a conversation as read up to a message; returns the total unread count",
    method: "POST",
    path: "/chat/conversations/:conversationId/read",
    access: "signed-in",
    params: ConversationParams,
    body: ReadPosition,
    reply: UnreadCount,
    problems: ["not_found"],
  }),
  delivered: endpoint({
    summary: "Mark messages as received up to one of them",
    method: "POST",
    path: "/chat/conversations/:conversationId/delivered",
    access: "signed-in",
    params: ConversationParams,
    body: ReadPosition,
    reply: UnreadCount,
    problems: ["not_found"],
  }),
  /** Not stored; send it at most every `TYPING_INTERVAL_MS`. */
  typing: endpoint({
    summary: "Send a typing event to the other members",
    method: "POST",
    path: "/chat/conversations/:conversationId/typing",
    access: "signed-in",
    params: ConversationParams,
    reply: SuccessReply,
    limits: [{ by: "account", count: 60, perS: 60 }],
    problems: ["not_found", "conversation_closed"],
  }),
  mute: endpoint({
    summary: "Mute or unmute a conversation",
    method: "PUT",
    path: "/chat/conversations/:conversationId/mute",
    access: "signed-in",
    params: ConversationParams,
    body: z.object({ muted: z.boolean() }),
    reply: Conversation,
    problems: ["not_found"],
  }),
  unreadCount: endpoint({
    summary: "Count unread messages, without muted conversations",
    method: "GET",
    path: "/chat/unread-count",
    access: "signed-in",
    reply: UnreadCount,
  }),
  search: endpoint({
    summary: "Search the messages of the caller's conversations, newest first",
    method: "GET",
    path: "/chat/search",
    access: "signed-in",
    query: z.extend(PageQuery, { words: z.string().check(z.minLength(2), z.maxLength(100)) }),
    reply: pageOf(Message),
    limits: [{ by: "account", count: 120, perS: 60 }],
  }),
};
