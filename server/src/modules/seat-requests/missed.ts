import type { Fact } from "@commonlane/contract/live";
import type { Context } from "#platform/context.ts";
import { findSeatRequests } from "./seat-requests.store.ts";
import { viewSeatRequests } from "./seat-requests.view.ts";

/**
 * What somebody missed of seat requests as they may know it now: a fact holds what its reader might know when it happened,
 * such as the door of somebody who was accepted then, and has given the seat back since.
 */
export const reviewSeatRequests =
  (ctx: Context) =>
  async <Missed extends { readonly fact: Fact }>(uid: string, missed: readonly Missed[]): Promise<Missed[]> => {
    const ids = new Set(missed.flatMap(({ fact }) => ("seatRequest" in fact ? [fact.seatRequest.id] : [])));
    if (ids.size === 0) return [...missed];
    const views = await viewSeatRequests(ctx, await findSeatRequests(ctx, [...ids]), uid);
    const byId = new Map(views.map((view) => [view.id, view]));
    return missed.flatMap((event) => {
      const { fact } = event;
      if (!("seatRequest" in fact)) return event;
      const seatRequest = byId.get(fact.seatRequest.id);
      return seatRequest ? { ...event, fact: { ...fact, seatRequest } } : [];
    });
  };
