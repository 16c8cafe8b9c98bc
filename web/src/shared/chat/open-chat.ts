import { createObservable } from "../observable.ts";

/** The conversation somebody wants to see: with a person, maybe about a ride, of everybody on a ride, one they know, or all of them. */
export type ChatTarget =
  | { readonly withUid: string; readonly rideId?: string | undefined }
  | { readonly ofRide: string }
  | { readonly conversationId: string }
  | "list";

const requested = createObservable<ChatTarget | undefined>(undefined);

/** Opens the chats at a conversation, from anywhere in the app. Without one, nothing is asked for any more. */
export const openChat = requested.set;

export const requestedChat = requested.get;

/** Calls back at each change, until the function it gives is called. */
export const onRequestedChat = requested.subscribe;
