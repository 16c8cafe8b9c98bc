import { blocks } from "@commonlane/contract/blocks";
import type { RegisterRoutes } from "#platform/http/endpoints/endpoint-router.ts";
import {
  type BlockHooks,
  blockPerson,
  getOwnBlock,
  listOwnBlocks,
  unblockPerson,
} from "./blocks.ts";

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
