import * as z from "zod/mini";
import { endpoint } from "./endpoint.ts";
import { PublicPerson } from "./profiles.ts";
import { SuccessReply, Id, pageOf, PageQuery } from "./shapes.ts";

/** A user blocked by the caller. Visible to the caller only. */
export const BlockedPerson = z.object({
  person: PublicPerson,
  blockedAt: z.iso.datetime(),
});
export type BlockedPerson = z.infer<typeof BlockedPerson>;

/** An upcoming ride with a confirmed seat between the two users. A block does not cancel it. */
export const SharedRide = z.object({
  rideId: Id,
  seatRequestId: Id,
  from: z.string(),
  to: z.string(),
  departsAt: z.iso.datetime(),
  timeZone: z.string(),
});
export type SharedRide = z.infer<typeof SharedRide>;

export const Block = z.extend(BlockedPerson, { shared: z.array(SharedRide) });
export type Block = z.infer<typeof Block>;

const BlockedUidParams = z.object({ blockedUid: Id });

/** Blocks hide two users from each other everywhere, in both directions. */
export const blocks = {
  /** Idempotent. Pending requests and offers between the two users are declined or withdrawn. */
  block: endpoint({
    summary: "Block a user; returns the upcoming rides that the two share",
    method: "PUT",
    path: "/blocks/:blockedUid",
    access: "signed-in",
    params: BlockedUidParams,
    reply: Block,
    limits: [{ by: "account", count: 120, perS: 3600 }],
    problems: ["not_found", "own_block", "blocks_enough"],
  }),
  /** Also succeeds if there is no block. Requests and offers that the block ended stay ended. */
  unblock: endpoint({
    summary: "Unblock a user",
    method: "DELETE",
    path: "/blocks/:blockedUid",
    access: "signed-in",
    params: BlockedUidParams,
    reply: SuccessReply,
  }),
  list: endpoint({
    summary: "List the users the caller blocked, newest first",
    method: "GET",
    path: "/blocks",
    access: "signed-in",
    query: PageQuery,
    reply: pageOf(BlockedPerson),
  }),
  get: endpoint({
    summary: "Check whether the caller blocked a user; 404 if not",
    method: "GET",
    path: "/blocks/:blockedUid",
    access: "signed-in",
    params: BlockedUidParams,
    reply: BlockedPerson,
    problems: ["not_found"],
  }),
};
