export { witness } from "./acts.ts";
export { suspensionSweeps } from "./measures.ts";
export { moderationRoutes } from "./moderation.routes.ts";
export { giveRole, listModerators, signOutAll, signOutOne, suspendFor, takeRole, unsuspend } from "./operating.ts";
export { isModerator } from "./role.store.ts";
