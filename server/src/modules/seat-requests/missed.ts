import type { Fact } from "@commonlane/contract/live";
import type { Context } from "#platform/context.ts";
import { seenAnew } from "#platform/live/seen-anew.ts";
import { findSeatRequests } from "./seat-requests.store.ts";
import { viewSeatRequests } from "./seat-requests.view.ts";

/** What somebody missed of seat requests as they may know it now. */
export const reviewSeatRequests =
  (ctx: Context) =>
  <Missed extends { readonly fact: Fact }>(uid: string, missed: readonly Missed[]): Promise<Missed[]> =>
    seenAnew(missed, {
      heldBy: (fact) => ("seatRequest" in fact ? fact.seatRequest : undefined),
      viewsOf: async (ids) => viewSeatRequests(ctx, await findSeatRequests(ctx, ids), uid),
      told: (fact, seatRequest) => ("seatRequest" in fact ? { ...fact, seatRequest } : fact),
    });
