declare global {
  /**
   * Replies that the early script (web/build/preload-chunks.ts) has asked for, by method and address; undefined if it
   * may not.
   */
  var commonlaneEarly: Record<string, Promise<Response | undefined> | undefined> | undefined;
}

/** The reply to a call that began before the app's scripts were there, or its failure. Each is taken once. */
export function takeEarlyReply(
  method: string,
  address: string,
): Promise<Response | undefined> | undefined {
  const early = globalThis.commonlaneEarly;
  const name = `${method} ${address}`;
  const reply = early?.[name];
  if (early) delete early[name];
  return reply;
}

/** Drops what no call has taken: it belongs to a user who has left. */
export function forgetEarlyReplies(): void {
  globalThis.commonlaneEarly = undefined;
}
