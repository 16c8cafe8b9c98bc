export { apartFrom, areApart, isApart, mayMeetIn } from "./apart.store.ts";
export { hiddenNow, inSight, isHidden } from "./hidden.store.ts";
export { mayMeet } from "./may-meet.ts";
