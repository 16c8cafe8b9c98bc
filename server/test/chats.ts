import { randomUUID } from "node:crypto";
import type { Conversation, Message } from "@commonlane/contract/chat";
import { rideChats } from "#modules/chat/index.ts";
import type { Context } from "#platform/context.ts";
import type { Step } from "#platform/events.ts";
import { untilRead } from "./until-read.ts";
import type { Person, World } from "./world.ts";

/** Opens the conversation of two; fails the test when it is refused. */
export async function openChat(world: World, as: Person, other: Person, rideId?: string): Promise<Conversation> {
  const body = { withUid: other.uid, ...(rideId !== undefined && { rideId }) };
  const opened = await world.call<Conversation>("POST", "/chat/conversations", { as, body });
  if (opened.status !== 201) throw new Error(`Opening answered ${opened.status}: ${JSON.stringify(opened.body)}`);
  return opened.body;
}

/** Sends a text, or whatever is said instead. */
export const send = (world: World, as: Person, { id }: { id: string }, said: string | object) =>
  world.call<Message & { code?: string }>("POST", `/chat/conversations/${id}/messages`, {
    as,
    body: typeof said === "string" ? { clientId: randomUUID(), text: said } : { clientId: randomUUID(), ...said },
  });

/** The newest messages, oldest of them first. */
export async function messagesOf(world: World, as: Person, { id }: { id: string }): Promise<Message[]> {
  const path = `/chat/conversations/${id}/messages`;
  const { body } = await world.call<{ items: Message[] }>("GET", path, { as, query: { limit: 100 } });
  return body.items.toReversed();
}

export const conversationsOf = async (world: World, as: Person): Promise<Conversation[]> =>
  (await world.call<{ items: Conversation[] }>("GET", "/chat/conversations", { as })).body.items;

export const unreadOf = async (world: World, as: Person): Promise<number> =>
  (await world.call<{ count: number }>("GET", "/chat/unread-count", { as })).body.count;

/** Everything that happened so far has reached the chats of its rides. */
export async function allChatted(ctx: Context, step: Step = rideChats(ctx)): Promise<void> {
  await untilRead(ctx, "chat", step);
}
