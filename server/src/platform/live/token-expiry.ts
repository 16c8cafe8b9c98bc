import { ID_TOKEN_VALID_S } from "@commonlane/contract/limits";
import { LiveHello } from "@commonlane/contract/live";
import type { Context } from "../context.ts";
import type { Authenticate } from "../http/endpoints/endpoint-router.ts";
import type { LiveSocket } from "./live-socket.ts";

/** Ended sessions are known within half a second; a second check finds one that ended just before the handshake. */
const RECHECK_AFTER_MS = 1_000;

/** Ends the connection when its token expires, unless a newer one of the same session arrives in time. */
export function watchTokenExpiry(
  ctx: Context,
  authenticate: Authenticate,
  socket: LiveSocket,
  disconnect: () => void,
): () => void {
  const { sessionId } = socket.data.caller;
  const recheck = async (token: string): Promise<void> => {
    const caller = await authenticate(token).catch(() => undefined);
    if (caller?.sessionId !== sessionId) return disconnect();
    clearTimeout(expiry);
    expiry = setTimeout(disconnect, tokenValidMs(token, ctx.now()));
  };
  let expiry = setTimeout(disconnect, tokenValidMs(socket.data.token, ctx.now()));
  const recheckTimer = setTimeout(() => {
    const { token } = socket.data;
    // Not needed any more, and connections keep their data in memory.
    socket.data.token = "";
    void recheck(token);
  }, RECHECK_AFTER_MS);
  socket.on("auth", (payload) => {
    const auth = LiveHello.safeParse(payload).data;
    if (!auth) return disconnect();
    clearTimeout(recheckTimer);
    void recheck(auth.token);
  });
  return () => {
    clearTimeout(expiry);
    clearTimeout(recheckTimer);
  };
}

/** How long a verified token stays valid; the claims may be read without checking its signature again. */
function tokenValidMs(token: string, now: Date): number {
  const maxMs = ID_TOKEN_VALID_S * 1000;
  try {
    const claims: unknown = JSON.parse(
      Buffer.from(token.split(".")[1] ?? "", "base64url").toString(),
    );
    const exp =
      typeof claims === "object" && claims && "exp" in claims ? Number(claims.exp) * 1000 : NaN;
    return Number.isNaN(exp) ? maxMs : Math.min(Math.max(exp - now.getTime(), 0), maxMs);
  } catch {
    return maxMs;
  }
}
