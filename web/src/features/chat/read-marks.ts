import { isRefusal } from "#shared/api/api-error.ts";
import { markMessages } from "./chat.queries.ts";

// With the drafts, which a logout forgets.
const STORAGE_PREFIX = "commonlane.draft.read.";

/** How many messages are unread then; nothing where it could not be said. */
type UnreadCount = { readonly count: number } | undefined;

/** Says how far somebody has read a conversation; what cannot be said now is kept on this device, to be said later. */
export async function reportRead(uid: string, conversationId: string, upTo: string): Promise<UnreadCount> {
  const key = `${STORAGE_PREFIX}${uid}.${conversationId}`;
  storePending(key, upTo);
  try {
    const unreadCount = await markMessages("read", conversationId, upTo);
    removePending(key, upTo);
    return unreadCount;
  } catch (error) {
    if (isRefusal(error) && error.status !== 401) removePending(key, upTo);
    return undefined;
  }
}

/** Says what could not be said before; what was last heard, where anything was. */
export async function reportPendingReads(uid: string): Promise<UnreadCount> {
  let last: UnreadCount;
  for (const [conversationId, upTo] of readPending(uid)) last = (await reportRead(uid, conversationId, upTo)) ?? last;
  return last;
}

function readPending(uid: string): readonly (readonly [string, string])[] {
  const prefix = `${STORAGE_PREFIX}${uid}.`;
  try {
    return Object.entries<string>(localStorage).flatMap(([key, upTo]) =>
      key.startsWith(prefix) ? [[key.slice(prefix.length), upTo] as const] : [],
    );
  } catch {
    return [];
  }
}

function storePending(key: string, upTo: string): void {
  try {
    localStorage.setItem(key, upTo);
  } catch {
    // It is said again with the next look.
  }
}

/** Unless more was read meanwhile. */
function removePending(key: string, upTo: string): void {
  try {
    if (localStorage.getItem(key) === upTo) localStorage.removeItem(key);
  } catch {
    // Nothing was kept.
  }
}
