import { isRefusal } from "#shared/api-error.ts";
import { markMessages } from "./chat.queries.ts";

// With the drafts, which a logout forgets.
const KEPT = "commonlane.draft.read.";

/** How many messages are unread then; nothing where it could not be said. */
type Said = { readonly count: number } | undefined;

/** Says how far somebody has read a conversation; what cannot be said now is kept on this device, to be said later. */
export async function sayRead(uid: string, conversationId: string, upTo: string): Promise<Said> {
  const key = `${KEPT}${uid}.${conversationId}`;
  keep(key, upTo);
  try {
    const said = await markMessages("read", conversationId, upTo);
    forget(key, upTo);
    return said;
  } catch (error) {
    if (isRefusal(error) && error.status !== 401) forget(key, upTo);
    return undefined;
  }
}

/** Says what could not be said before; what was last heard, where anything was. */
export async function sayWhatWasRead(uid: string): Promise<Said> {
  let last: Said;
  for (const [conversationId, upTo] of unsaid(uid)) last = (await sayRead(uid, conversationId, upTo)) ?? last;
  return last;
}

function unsaid(uid: string): readonly (readonly [string, string])[] {
  const prefix = `${KEPT}${uid}.`;
  try {
    return Object.entries<string>(localStorage).flatMap(([key, upTo]) =>
      key.startsWith(prefix) ? [[key.slice(prefix.length), upTo] as const] : [],
    );
  } catch {
    return [];
  }
}

function keep(key: string, upTo: string): void {
  try {
    localStorage.setItem(key, upTo);
  } catch {
    // It is said again with the next look.
  }
}

/** Unless more was read meanwhile. */
function forget(key: string, upTo: string): void {
  try {
    if (localStorage.getItem(key) === upTo) localStorage.removeItem(key);
  } catch {
    // Nothing was kept.
  }
}
