import { randomUUID } from "node:crypto";
import { MINUTE_MS } from "@commonlane/contract/durations";
import {
  readRideConversation,
  markMessages,
  openConversation,
  rideConversationConsumer,
  sendMessage,
} from "#modules/chat/index.ts";
import { type Context, transaction } from "#platform/context.ts";
import type { DemoUser } from "./demo-accounts.ts";
import { rideId, type ScenarioRide } from "./scenario.ts";

/** By then, every accepted passenger has joined the ride's conversation. */
const JOINED_BEFORE_MS = 20 * 60 * MINUTE_MS;

/** Messages about a ride, among all participants or two of them. */
export interface SeededConversation {
  readonly ride: ScenarioRide;
  /** The passenger of a direct conversation with the host; without it, everyone on the ride. */
  readonly privateWith?: DemoUser | undefined;
  readonly messages: readonly SeededMessage[];
}
interface SeededMessage {
  readonly sender: DemoUser;
  readonly agoMinutes: number;
  readonly text: string;
}

/**
 * Sends the messages, each at its time; each sender has read the previous message. Call after the scenario was
 * replayed.
 */
export async function seedConversations(
  ctx: Context,
  conversations: readonly SeededConversation[],
): Promise<void> {
  const nowMs = ctx.now().getTime();
  const at = (ms: number): Context => ({
    ...ctx,
    now: () => new Date(nowMs - ms),
  });
  const createConversations = rideConversationConsumer(at(JOINED_BEFORE_MS));
  while ((await createConversations()) > 0);
  for (const conversation of conversations) {
    let previousId: string | undefined;
    for (const { sender, agoMinutes, text } of conversation.messages) {
      const sent = await transaction(at(agoMinutes * MINUTE_MS), async (ctx) => {
        const { id } = await conversationFor(ctx, conversation, sender);
        if (previousId !== undefined)
          await markMessages(ctx, sender.caller, {
            conversationId: id,
            upTo: previousId,
            mark: "read",
          });
        return sendMessage(ctx, sender.caller, id, {
          clientId: randomUUID(),
          text,
        });
      });
      previousId = sent.id;
    }
  }
}

function conversationFor(
  ctx: Context,
  { ride, privateWith }: SeededConversation,
  sender: DemoUser,
) {
  if (!privateWith) return readRideConversation(ctx, sender.caller, rideId(ride));
  const other = sender === privateWith ? ride.host : privateWith;
  return openConversation(ctx, sender.caller, {
    withUid: other.caller.uid,
    rideId: rideId(ride),
  });
}
