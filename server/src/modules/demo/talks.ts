import { randomUUID } from "node:crypto";
import { MINUTE_MS } from "@commonlane/contract/durations";
import { conversationOfRide, markMessages, openConversation, rideChats, sendMessage } from "#modules/chat/index.ts";
import { type Context, transaction } from "#platform/context.ts";
import type { Player } from "./people.ts";
import { idOf, type ToldRide } from "./story.ts";

/** Whoever got a seat joined the talk of the ride by then. */
const JOINED_AGO_MS = 20 * 60 * MINUTE_MS;

/** What people write to each other about a ride, all aboard or two of them. */
export interface Talk {
  readonly ride: ToldRide;
  /** Who writes to the host alone; without, they talk where all aboard are. */
  readonly alone?: Player | undefined;
  readonly lines: readonly Line[];
}
interface Line {
  readonly by: Player;
  readonly agoMinutes: number;
  readonly text: string;
}

/** Lets them talk, each line at its time; a line was read by whom the next one is of. To be called after the story was told. */
export async function letThemTalk(ctx: Context, talks: readonly Talk[]): Promise<void> {
  const nowMs = ctx.now().getTime();
  const at = (ms: number): Context => ({ ...ctx, now: () => new Date(nowMs - ms) });
  const openRooms = rideChats(at(JOINED_AGO_MS));
  while ((await openRooms()) > 0);
  for (const talk of talks) {
    let before: string | undefined;
    for (const { by, agoMinutes, text } of talk.lines) {
      const said = await transaction(at(agoMinutes * MINUTE_MS), async (ctx) => {
        const { id } = await roomOf(ctx, talk, by);
        if (before !== undefined)
          await markMessages(ctx, by.caller, { conversationId: id, upTo: before, mark: "read" });
        return sendMessage(ctx, by.caller, id, { clientId: randomUUID(), text });
      });
      before = said.id;
    }
  }
}

function roomOf(ctx: Context, { ride, alone }: Talk, by: Player) {
  if (!alone) return conversationOfRide(ctx, by.caller, idOf(ride));
  const other = by === alone ? ride.host : alone;
  return openConversation(ctx, by.caller, { withUid: other.caller.uid, rideId: idOf(ride) });
}
