/** The conversation somebody wants to see: with a person, maybe about a ride, of everybody on a ride, one they know, or all of them. */
export type ChatWanted =
  | { readonly withUid: string; readonly rideId?: string | undefined }
  | { readonly ofRide: string }
  | { readonly conversationId: string }
  | "list";

let wanted: ChatWanted | undefined;
const subscribers = new Set<() => void>();

/** Opens the chats at a conversation, from anywhere in the app. Without one, nothing is asked for any more. */
export function wantChat(next: ChatWanted | undefined): void {
  wanted = next;
  for (const changed of subscribers) changed();
}

export const wantedChat = (): ChatWanted | undefined => wanted;

/** Calls back at each change, until the function it gives is called. */
export function onWantedChat(changed: () => void): () => void {
  subscribers.add(changed);
  return () => subscribers.delete(changed);
}
