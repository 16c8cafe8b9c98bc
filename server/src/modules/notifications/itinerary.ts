import type { PublicPerson } from "@commonlane/contract/profiles";
import type { Ride } from "@commonlane/contract/rides";
import type { Money } from "@commonlane/contract/shapes";
import type { NoticeDetails } from "#platform/db/schema/notification-columns.ts";
import type { Context } from "#platform/context.ts";

/** A trip as one of its people travels it, in the form of the ride that they may see now. */
export interface Itinerary {
  /** Labels of the reader's own stops; for a host, the ends of the ride or the stops of the passenger in question. */
  readonly from: string;
  readonly to: string;
  /** Times at these stops, as shown. */
  readonly fromAt: string;
  readonly toAt: string;
  readonly timeZone: string;
  readonly toTimeZone: string;
  /** True if the times were not measured along roads. */
  readonly isEstimated: boolean;
  readonly isHost: boolean;
  /** The host for a passenger, and the passenger in question for a host. */
  readonly person: PublicPerson | null;
  /** Passengers, for a host, as display names. */
  readonly passengers: readonly string[];
  /** Of the passenger in question. */
  readonly seats: number | null;
  /** For all of these seats; null if free, undefined if it is not one passenger's trip. */
  readonly contribution: Money | null | undefined;
  /** With its plate once the seat is agreed. Hosts know their own. */
  readonly vehicle: Ride["vehicle"];
  /** The PIN that the passenger gives the host at the pickup. */
  readonly pin: string | null;
}

/** A ride, or one seat on it. */
interface ItineraryRef {
  readonly rideId: string;
  readonly seatRequestId?: string | undefined;
}

/** The trip as this user may see it now; undefined if it is over, cancelled or no longer theirs. */
export type FindItinerary = (
  ctx: Context,
  uid: string,
  ref: ItineraryRef,
) => Promise<Itinerary | undefined>;

/** The trip that a notification is about, if it goes on. */
export async function itineraryOf(
  ctx: Context,
  uid: string,
  { rideId, seatRequestId }: NoticeDetails,
  findItinerary: FindItinerary,
): Promise<Itinerary | undefined> {
  return rideId === undefined
    ? undefined
    : findItinerary(ctx, uid, {
        rideId,
        seatRequestId,
      });
}
