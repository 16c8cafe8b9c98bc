import type { IncomingMessage } from "node:http";
import { Socket } from "node:net";

/** More than the largest upload, so that a client that sends all of it before it reads still gets the reply. */
const MAX_DISCARDED_BYTES = 16_000_000;
const MAX_LINGER_MS = 5_000;

/**
 * Prepares the connection for a refusal that is sent before the body of its request has arrived. Closing at once would
 * reset the connection, and a client or proxy that is still sending would lose the reply. Returns true if the reply must
 * say `connection: close`.
 */
export function lingerAfterRefusal(request: IncomingMessage): boolean {
  const { socket } = request;
  // Requests that were injected have no connection.
  if (request.complete || !hasBody(request) || !(socket instanceof Socket)) return false;

  const closeAtOnce = socket.destroySoon.bind(socket);
  // Node calls this when the last reply of a connection has been written.
  socket.destroySoon = () => (request.complete ? closeAtOnce() : endAndLinger(socket));
  return true;
}

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;

/**
 * Sends the last bytes, and discards what the client still sends until it closes: limited in bytes and time, so that a
 * client gains nothing by sending more.
 */
export function endAndLinger(socket: Socket, lastBytes = "", maxMs = MAX_LINGER_MS): void {
  let discardedBytes = 0;
  const timer = setTimeout(() => socket.destroy(), maxMs);
  socket.once("close", () => clearTimeout(timer));
  // Without its HTTP parser: another request on this connection must not be served.
  socket.removeAllListeners("data").on("data", ({ length }: Buffer) => {
    discardedBytes += length;
    if (discardedBytes > MAX_DISCARDED_BYTES) socket.destroy();
  });
  socket.end(lastBytes);
}
