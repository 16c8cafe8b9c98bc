import { blocks } from "@commonlane/contract/blocks";
import type { RegisterRoutes } from "#platform/http/endpoints/endpoint-router.ts";
import {
  type BlockHooks,
  blockPerson,
  getOwnBlock,
  listOwnBlocks,
  unblockPerson,
} from "./blocks.ts";

export {
  findBlockedUids,
  areRestricted,
  isRestricted,
  canInteractWithColumn,
} from "./contact-restrictions.store.ts";
export {
  isRemovedContent,
  withoutRemovedContent,
  isContentRemoved,
} from "./removed-content.store.ts";
export {
  haveSharedBooking,
  isConfirmedBooking,
  isEstablished,
} from "./new-account-limits.store.ts";
export { filterInteractable } from "./contact-restrictions.store.ts";
export { isNewAccount, assertMayContact, sweepFirstContacts } from "./new-account-limits.ts";
export {
  assertNoContactDetails,
  maskPlace,
  maskText,
  maskVehicle,
} from "./mask-contact-details.ts";
export { type Seen, type Stage, whatIsSeen } from "./who-sees-what.ts";
export type { BlockHooks } from "./blocks.ts";

export const blockRoutes =
  (hooks: BlockHooks): RegisterRoutes =>
  (http) => {
    http.on(blocks.block, (ctx, { params }, caller) =>
      blockPerson(ctx, caller, params.blockedUid, hooks),
    );
    http.on(blocks.unblock, (ctx, { params }, caller) =>
      unblockPerson(ctx, caller, params.blockedUid),
    );
    http.on(blocks.list, (ctx, { query }, caller) => listOwnBlocks(ctx, caller, query, hooks));
    http.on(blocks.get, (ctx, { params }, caller) =>
      getOwnBlock(ctx, caller, params.blockedUid, hooks),
    );
  };
