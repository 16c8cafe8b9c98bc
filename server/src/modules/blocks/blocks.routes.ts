import { blocks } from "@commonlane/contract/blocks";
import type { Routes } from "#platform/http/route.ts";
import { type BlockFollowUp, blockPerson, oneBlock, ownBlocks, unblockPerson } from "./blocks.ts";

export const blockRoutes =
  (followUp: BlockFollowUp): Routes =>
  (http) => {
    http.on(blocks.block, (ctx, { params }, caller) => blockPerson(ctx, caller, params.blockedUid, followUp));
    http.on(blocks.unblock, (ctx, { params }, caller) => unblockPerson(ctx, caller, params.blockedUid));
    http.on(blocks.list, (ctx, { query }, caller) => ownBlocks(ctx, caller, query));
    http.on(blocks.one, (ctx, { params }, caller) => oneBlock(ctx, caller, params.blockedUid));
  };
