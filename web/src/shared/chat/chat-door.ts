import { toldValue } from "../told-value.ts";

/** The conversation somebody wants to see: with a person, maybe about a ride, of everybody on a ride, one they know, or all of them. */
export type ChatWanted =
  | { readonly withUid: string; readonly rideId?: string | undefined }
  | { readonly ofRide: string }
  | { readonly conversationId: string }
  | "list";

const wanted = toldValue<ChatWanted | undefined>(undefined);

/** Opens the chats at a conversation, from anywhere in the app. Without one, nothing is asked for any more. */
export const wantChat = wanted.set;

export const wantedChat = wanted.get;

/** Calls back at each change, until the function it gives is called. */
export const onWantedChat = wanted.subscribe;
