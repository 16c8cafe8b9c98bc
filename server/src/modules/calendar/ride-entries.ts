import type { Language } from "@commonlane/contract/languages";
import type { PublicPerson } from "@commonlane/contract/profiles";
import type { SeatRequest } from "@commonlane/contract/seat-requests";
import type { Place } from "@commonlane/contract/shapes";
import { shownMinute } from "@commonlane/contract/shown-time";
import { siteUrl } from "#modules/accounts/index.ts";
import { findPublicPeople } from "#modules/profiles/index.ts";
import { findRides, type RideRow, splitPoints } from "#modules/rides/index.ts";
import { toExactRide } from "#modules/rides/route/index.ts";
import { findSeatRequestViews } from "#modules/seat-requests/index.ts";
import type { Context } from "#platform/context.ts";
import { calendarTexts } from "./calendar-texts.ts";
import {
  type EntryFilter,
  findHostedRideIds,
  findSeatIds,
  findSeatsOnRides,
} from "./ride-entries.store.ts";
import type { CalendarEntry } from "./render-calendar.ts";

/** Entries for the rides that a user hosts and has a seat on. A passenger's places are those on the ride's page. */
export async function findRideEntries(
  ctx: Context,
  filter: EntryFilter,
  {
    reminderMinutes,
    language,
  }: {
    readonly reminderMinutes: number | null;
    readonly language: Language;
  },
): Promise<CalendarEntry[]> {
  const [hostedIds, seatIds] = await Promise.all([
    findHostedRideIds(ctx, filter),
    findSeatIds(ctx, filter),
  ]);
  const seats = await findSeatRequestViews(ctx, filter.uid, seatIds);
  const rides = await findRides(ctx, [
    ...new Set([...hostedIds, ...seats.map(({ rideId }) => rideId)]),
  ]);
  const ridesById = new Map(rides.map((ride) => [ride.id, ride]));
  const seatsOnHosted = await findSeatRequestViews(
    ctx,
    filter.uid,
    await findSeatsOnRides(ctx, hostedIds),
  );
  const people = await findPublicPeople(ctx, [
    ...new Set([
      ...rides.map(({ host_id }) => host_id),
      ...seatsOnHosted.map(({ seekerId }) => seekerId),
    ]),
  ]);
  const seatsByRide = Map.groupBy(seatsOnHosted, ({ rideId }) => rideId);
  const render = {
    ctx,
    people,
    reminderMinutes,
    texts: calendarTexts(language),
  };
  return [
    ...hostedIds.flatMap((id) => {
      const ride = ridesById.get(id);
      return ride ? [toHostedEntry(render, ride, seatsByRide.get(id) ?? [])] : [];
    }),
    ...seats.flatMap((seat) => {
      const ride = ridesById.get(seat.rideId);
      return ride ? [toSeatEntry(render, ride, seat)] : [];
    }),
  ].toSorted((a, b) => a.startsAt.getTime() - b.startsAt.getTime() || (a.id < b.id ? -1 : 1));
}

interface Render {
  readonly ctx: Context;
  readonly people: ReadonlyMap<string, PublicPerson>;
  readonly reminderMinutes: number | null;
  readonly texts: ReturnType<typeof calendarTexts>;
}

function toHostedEntry(
  render: Render,
  ride: RideRow,
  seats: readonly SeatRequest[],
): CalendarEntry {
  const { texts } = render;
  const { origin, destination } = splitPoints(ride.points);
  const isCancelled = ride.status === "cancelled";
  const title = texts.hosted(shortName(origin), shortName(destination));
  const pickups = seats
    .toSorted((a, b) => Date.parse(a.pickupAt) - Date.parse(b.pickupAt))
    .map(({ pickupAt, pickup, seekerId }) =>
      texts.pickupOf(
        {
          at: new Date(pickupAt),
          timeZone: ride.time_zone,
        },
        shortName(pickup),
        firstNameOf(render.people.get(seekerId)),
      ),
    );
  return {
    ...commonFields(render, ride),
    id: ride.id,
    startsAt: shownMinute(ride.departs_at),
    endsAt: shownMinute(toExactRide(ride).arrives_at),
    title: isCancelled ? texts.cancelled(title) : title,
    place: toPlace(origin),
    text: [
      ...(isCancelled ? [texts.cancelledNote()] : texts.pickups(pickups)),
      linkTo(render.ctx, ride),
    ].join("\n"),
    status: isCancelled ? "cancelled" : "confirmed",
  };
}

function toSeatEntry(render: Render, ride: RideRow, seat: SeatRequest): CalendarEntry {
  const { texts } = render;
  const { pickup, dropoff, pickupAt, dropoffAt } = seat;
  const isCancelled = seat.status === "cancelled";
  const isToConfirm = seat.status === "accepted" && Boolean(seat.confirmBy);
  const host = firstNameOf(render.people.get(ride.host_id));
  const title = texts.seat(shortName(pickup), shortName(dropoff), host);
  const details = [
    ...(isToConfirm ? [texts.toConfirm()] : []),
    texts.driver(host),
    texts.pickup(pickup.label),
    texts.dropoff(dropoff.label),
  ];
  return {
    ...commonFields(render, ride),
    id: seat.id,
    startsAt: new Date(pickupAt),
    endsAt: new Date(dropoffAt),
    title: isCancelled ? texts.cancelled(title) : title,
    place: toPlace(pickup),
    text: [...(isCancelled ? [texts.cancelledNote()] : details), linkTo(render.ctx, ride)].join(
      "\n",
    ),
    status: seatStatus(isCancelled, isToConfirm),
  };
}

function seatStatus(isCancelled: boolean, isToConfirm: boolean): CalendarEntry["status"] {
  if (isCancelled) return "cancelled";
  return isToConfirm ? "tentative" : "confirmed";
}

const commonFields = ({ ctx, reminderMinutes }: Render, ride: RideRow) => ({
  timeZone: ride.time_zone,
  url: linkTo(ctx, ride),
  seriesId: ride.series_id,
  reminderMinutes,
});

const linkTo = ({ settings }: Context, { id }: RideRow): string =>
  `${siteUrl(settings)}/rides/${id}`;

const toPlace = ({ label, lat, lng }: Place): CalendarEntry["place"] => ({
  label,
  lat,
  lng,
});

/** The first part of a label: "Köln" of "Köln, Germany". */
const shortName = ({ label }: Place): string => label.split(/[,،]/u)[0]?.trim() || label;

/** A display name ends with the initial of the last name. */
const firstNameOf = (person: PublicPerson | undefined): string =>
  (person?.displayName ?? "").replace(/ \S+\.$/u, "");
