export { areAcquainted, isAgreed } from "./acquainted.store.ts";
export { apartFrom, areApart, isApart, mayMeetIn } from "./apart.store.ts";
export { hiddenNow, inSight, isHidden } from "./hidden.store.ts";
export { mayMeet } from "./may-meet.ts";
export { isNew, mustNotBeTooNew, sweepContacts } from "./strangers.ts";
export { maskPlace, maskVehicle, wordsAsTold } from "./words.ts";
