import type { DomainEvent } from "@commonlane/contract/live";
import { createPersonalObservable } from "../observable.ts";

/**
 * A request that arrived a moment ago: for a seat on a ride of the user, or addressed to them as an active driver; or the
 * acceptance of their offer.
 */
export type IncomingRequest =
  | {
      readonly kind: "seat-request";
      readonly id: string;
    }
  | {
      readonly kind: "addressed" | "accepted";
      readonly notificationId: string;
    };

const latest = createPersonalObservable<IncomingRequest | undefined>(undefined);

/** The latest request that arrived in this tab; undefined once it is closed. */
export const getIncomingRequest = latest.get;
export const subscribeIncomingRequest = latest.subscribe;
export const closeIncomingRequest = (): void => latest.set(undefined);

/** Remembers an event that is a request to this user. */
export function noticeIncomingRequest(event: DomainEvent, uid: string): void {
  const request = toIncomingRequest(event, uid);
  if (request) latest.set(request);
}

export function toIncomingRequest(event: DomainEvent, uid: string): IncomingRequest | undefined {
  if (event.type === "seat-request.created" && event.seatRequest.seekerId !== uid)
    return {
      kind: "seat-request",
      id: event.seatRequest.id,
    };
  if (event.type !== "notification.created") return undefined;
  const { id, kind } = event.notification;
  if (kind === "ride-request.addressed")
    return {
      kind: "addressed",
      notificationId: id,
    };
  if (kind === "offer.accepted")
    return {
      kind: "accepted",
      notificationId: id,
    };
  return undefined;
}
