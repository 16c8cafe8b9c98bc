export { witness } from "./acts.ts";
export { hidingSweeps } from "./hidings.ts";
export { suspensionSweeps } from "./measures.ts";
export { moderationRoutes } from "./moderation.routes.ts";
export { giveRole, listModerators, signOutAll, signOutOne, suspendFor, takeRole, unsuspend } from "./operating.ts";
export { isModerator } from "./role.store.ts";
