import type { Context } from "../context.ts";
import type { Channel, ChannelHandler } from "./channel.ts";
import { isBacklogged, type LiveSocket } from "./live-socket.ts";

const AUTHS_PER_MINUTE = 20;

/** Passes messages to the channel that handles them. Disconnects clients that send unknown or too many messages. */
export function attachChannelHandlers(
  ctx: Context,
  socket: LiveSocket,
  channels: readonly Channel[],
): readonly ChannelHandler[] {
  const handlers = channels.map((channel) => {
    const handler = channel.open({
      caller: socket.data.caller,
      send: (event, ...news) => void (isBacklogged(socket) || socket.emit(event, ...news)),
      joinRoom: (room) => void socket.join(room),
      leaveRoom: (room) => void socket.leave(room),
    });
    return {
      hears: channel.maxPerMinute,
      ear: handler,
    };
  });
  socket.conn.on("packetCreate", () => socket.data.queuedPackets++);
  socket.conn.on("drain", () => (socket.data.queuedPackets = 0));
  let rateWindow:
    | {
        readonly sinceMs: number;
        readonly counts: Map<string, number>;
      }
    | undefined;
  socket.onAny((event: string, payload: unknown) => {
    const nowMs = performance.now();
    if (!rateWindow || nowMs - rateWindow.sinceMs >= 60_000)
      rateWindow = {
        sinceMs: nowMs,
        counts: new Map(),
      };
    const count = (rateWindow.counts.get(event) ?? 0) + 1;
    rateWindow.counts.set(event, count);
    const target = handlers.find(({ hears }) => Object.hasOwn(hears, event));
    const maxCount =
      event === "auth"
        ? AUTHS_PER_MINUTE
        : (target?.hears[event] ?? 0) * ctx.settings.RATE_LIMIT_FACTOR;
    if (count > maxCount) socket.disconnect(true);
    else target?.ear.onMessage(event, payload);
  });
  return handlers.map(({ ear }) => ear);
}
