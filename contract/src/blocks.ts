import * as z from "zod/mini";
import { endpoint } from "./endpoint.ts";
import { PublicPerson } from "./profiles.ts";
import { SuccessReply, Id, pageOf, PageQuery } from "./shapes.ts";

/** Somebody whom the caller blocked. Only the caller is ever told. */
export const BlockedPerson = z.object({ person: PublicPerson, blockedAt: z.iso.datetime() });
export type BlockedPerson = z.infer<typeof BlockedPerson>;

/** A ride still to leave with a seat agreed between the two: a block leaves it as it is, until one of them cancels. */
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

/** Two people of whom one blocked the other do not find each other anywhere, whichever of them it was. */
export const blocks = {
  /** Doing it again changes nothing. What was open between the two ends as if it had been declined or withdrawn. */
  block: endpoint({
    summary: "Block a person: neither of the two meets the other any more; answers which rides they still share",
    method: "PUT",
    path: "/blocks/:blockedUid",
    access: "signed-in",
    params: BlockedUidParams,
    reply: Block,
    limits: [{ by: "account", count: 120, perS: 3600 }],
    problems: ["not_found", "own_block", "blocks_enough"],
  }),
  /** Also where there was no block. What ended with it stays ended. */
  unblock: endpoint({
    summary: "Take a block back",
    method: "DELETE",
    path: "/blocks/:blockedUid",
    access: "signed-in",
    params: BlockedUidParams,
    reply: SuccessReply,
  }),
  list: endpoint({
    summary: "Whom the caller blocked, the last first",
    method: "GET",
    path: "/blocks",
    access: "signed-in",
    query: PageQuery,
    reply: pageOf(BlockedPerson),
  }),
  get: endpoint({
    summary: "Whether the caller blocked a person; not found where not",
    method: "GET",
    path: "/blocks/:blockedUid",
    access: "signed-in",
    params: BlockedUidParams,
    reply: BlockedPerson,
    problems: ["not_found"],
  }),
};
