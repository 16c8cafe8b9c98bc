export { apartFrom, areApart, isApart, mayMeetIn } from "./apart.store.ts";
export { mayMeet } from "./may-meet.ts";
