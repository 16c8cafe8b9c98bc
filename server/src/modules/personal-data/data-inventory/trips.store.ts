import { sql } from "kysely";
import { isConfirmedBooking } from "#modules/privacy/index.ts";
import {
  type TableDefinition,
  selectOwnRows,
  deleteOwnRows,
  type ExportRow,
  EXPORT_ROWS_MAX,
} from "./definition.store.ts";

/**
 * Rides, requests and bookings. The order matters: places in other users' records are erased while the user's own
 * records still identify them.
 */
export const tripTables = {
  seat_request: {
    impersonal:
      "id ride_id seeker_id seats pickup_at dropoff_at first_leg last_leg detour_m detour_s contribution_minor currency status ended_by expires_at created_at decided_at ended_at confirm_by confirm_requested_at host_moved_at reserved",
    personal: "pickup dropoff approximate_stops message needs reason agreed",
    erase: ({ uid }) => [
      sql`
        update seat_request
        set pickup = former_place(pickup::jsonb),
          dropoff = former_place(dropoff::jsonb), approximate_stops = null,
          message = null, needs = '{}', agreed = null,
          reason = case when ended_by = 'seeker' then null else reason end
        where seeker_id = ${uid}`,
      // Other users' requests on the user's rides may contain the host's places. It is not stored which of them do.
      sql`
        update seat_request
        set pickup = former_place(pickup::jsonb),
          dropoff = former_place(dropoff::jsonb), approximate_stops = null,
          agreed = null,
          reason = case when ended_by = 'host' then null else reason end
        from ride
        where ride.id = ride_id and ride.host_id = ${uid}`,
      // Passengers of a ride made for the user travelled between the user's places.
      sql`update seat_request set approximate_stops = null, agreed = null,
          pickup = case
            when pickup->>'label' in (
              origin->>'label',
              destination->>'label') then former_place(pickup::jsonb)
            else pickup::jsonb end,
          dropoff = case
            when dropoff->>'label' in (
              origin->>'label',
              destination->>'label') then former_place(dropoff::jsonb)
            else dropoff::jsonb end
        from ride_request wish
        where wish.ride_id = seat_request.ride_id and wish.seeker_id = ${uid}`,
    ],
    exportAs: {
      title: "Seat requests",
      // Names the stops of confirmed bookings only, because a stop may be the host's own meeting point; a private end of
      // the ride as strangers see it, because a file is kept for longer than the passenger sees it exactly.
      rows: (uid) => sql<ExportRow>`
        select created_at, ride_id, seats, pickup_at, dropoff_at, message,
          needs, contribution_minor, currency, status,
          case when ended_by = 'seeker' then reason end as reason,
          case
            when ${isConfirmedBooking} then coalesce(
              approximate_stops->'pickup'->>'label',
              pickup->>'label') end as pickup,
          case
            when ${isConfirmedBooking} then coalesce(
              approximate_stops->'dropoff'->>'label',
              dropoff->>'label') end as dropoff
        from seat_request
        where seeker_id = ${uid}
        order by created_at desc
        limit ${EXPORT_ROWS_MAX}`,
    },
  },
  offer: {
    impersonal:
      "id request_id driver_id ride_id seat_request_id departs_at pickup_at dropoff_at detour_m detour_s seats contribution_minor currency status ended_by expires_at created_at ended_at",
    personal: "vehicle message reason",
    erase: ({ uid }) => [
      sql`update offer set vehicle = null, message = null,
        reason = case when ended_by = 'driver' then null else reason end
        where driver_id = ${uid}`,
      sql`update offer set reason = null from ride_request
        where ride_request.id = request_id
          and seeker_id = ${uid}
          and ended_by = 'seeker'`,
    ],
    exportAs: {
      title: "Offers you made",
      rows: selectOwnRows(
        "offer",
        "driver_id",
        "created_at departs_at pickup_at dropoff_at seats contribution_minor currency vehicle message status",
      ),
    },
  },
  ride: {
    impersonal:
      "id host_id leg_distance_m leg_duration_s partly_estimated roads_missing is_public is_listed shows_rating departs_at arrives_at time_zone seats_total seats_left contribution_minor currency approval max_detour_m max_detour_s luggage preferences audience members_of max_two_in_back status created_at series_id series_day detached return_of return_id running_cost_minor promised_minor driven_route_version",
    personal:
      "points public_route driven_route origin_lat origin_lng polyline leg_points vehicle host_gender note",
    erase: ({ uid }) => [
      // A ride that a driver made for the user's request starts and ends at the user's places, and so does its
      // line. If the ride also serves other users' requests, its public route stays, because it hides their
      // addresses.
      sql`update ride set leg_points = case when public_route is null then leg_points end,
          polyline = case when public_route is null then polyline else '' end,
          public_route = case when exists (select from ride_request other
            where other.ride_id = ride.id and other.seeker_id <> ${uid}) then public_route end,
          points = (
            select jsonb_agg(case when p->>'label' in (origin->>'label', destination->>'label') then former_place(p) else p end
              order by nth) from jsonb_array_elements(points::jsonb) with ordinality as each (p, nth))
        from ride_request wish where wish.ride_id = ride.id and wish.seeker_id = ${uid} and exists (
          select from jsonb_array_elements(points::jsonb) as p where p->>'label' in (origin->>'label', destination->>'label'))`,
      // Stops that a host made for the user.
      sql`
        update ride
        set driven_route = null
        from seat_request
        where ride_id = ride.id and seeker_id = ${uid}
        and driven_route->'stops' @> jsonb_build_array(jsonb_build_object('id', seat_request.id))`,
      sql`
        update ride
        set points = (
          select jsonb_agg(former_place(p) order by nth)
          from jsonb_array_elements(points::jsonb) with ordinality
            as each (p, nth)),
          origin_lat = round(origin_lat::numeric, 2),
          origin_lng = round(origin_lng::numeric, 2), polyline = '',
          leg_points = null, public_route = null, driven_route = null,
          vehicle = null, host_gender = null, note = null
        where host_id = ${uid}`,
    ],
    exportAs: {
      title: "Rides you hosted",
      rows: selectOwnRows(
        "ride",
        "host_id",
        "departs_at points time_zone seats_total contribution_minor currency vehicle approval preferences audience note status created_at",
      ),
    },
  },
  ride_request: {
    impersonal:
      "id seeker_id departs_after departs_before time_zone seats max_contribution_minor currency preferences luggage audience members_of status driver_uid ride_id created_at ended_at",
    personal:
      "origin destination approximate_origin approximate_destination approximate_lat approximate_lng seeker_gender needs note",
    erase: ({ uid }) => [
      sql`update ride_request set driver_uid = null where driver_uid = ${uid}`,
      sql`
        update ride_request
        set origin = former_place(origin),
          destination = former_place(destination),
        approximate_origin = former_place(approximate_origin),
        approximate_destination = former_place(approximate_destination),
        approximate_lat = round(approximate_lat::numeric, 2),
        approximate_lng = round(approximate_lng::numeric, 2),
        audience = 'everyone', seeker_gender = null, needs = '{}', note = null
        where seeker_id = ${uid}`,
    ],
    exportAs: {
      title: "Ride requests",
      rows: selectOwnRows(
        "ride_request",
        "seeker_id",
        "created_at origin destination departs_after departs_before seats max_contribution_minor currency needs luggage note status",
      ),
    },
  },
  ride_series: {
    impersonal:
      "id host_id local_time time_zone weekdays first_day last_day exceptions missed stopped_from stop_reason return_of status created_until created_at ended_at",
    personal: "terms",
    erase: ({ uid, at }) => [
      sql`
        update ride_series
        set terms = '{}', status = 'ended', ended_at = coalesce(ended_at, ${at})
        where host_id = ${uid}`,
    ],
    exportAs: {
      title: "Ride series",
      rows: selectOwnRows(
        "ride_series",
        "host_id",
        "created_at terms local_time time_zone weekdays first_day last_day status",
      ),
    },
  },
  ride_template: {
    impersonal: "id host_id created_at",
    personal: "name terms",
    erase: deleteOwnRows("ride_template", "host_id"),
    exportAs: {
      title: "Ride templates",
      rows: selectOwnRows("ride_template", "host_id", "created_at name terms"),
    },
  },
  // Made of a ride, and deleted with it or a week after its departure.
  listed_ride: {
    impersonal: "ride_id source_version trips departs_at changed_at withdrawn_at",
    personal: "ride",
    erase: ({ uid }) => [
      sql`
        delete from listed_ride
        where ride_id in (select id from ride where host_id = ${uid})`,
    ],
  },
  meeting_point: {
    impersonal: "id owner_id ride_id kind capacity created_at source_id source_key",
    personal: "name lat lng note",
    erase: deleteOwnRows("meeting_point", "owner_id"),
    exportAs: {
      title: "Meeting points",
      rows: selectOwnRows(
        "meeting_point",
        "owner_id",
        "created_at name kind lat lng note capacity",
      ),
    },
  },
  active_driver: {
    impersonal: "uid seats audience activated_at last_seen_at session_id",
    personal:
      "gender lat lng approximate_lat approximate_lng address heading note heading_to approximate_heading_to",
    erase: deleteOwnRows("active_driver", "uid"),
    exportAs: {
      title: "Active driver",
      rows: selectOwnRows(
        "active_driver",
        "uid",
        "activated_at lat lng address seats note heading_to",
      ),
    },
  },
  standby: {
    impersonal:
      "id position ride_id seeker_id seats after_cancellation status seat_request_id created_at ended_at",
    personal: "pickup dropoff needs",
    erase: ({ uid }) => [
      sql`delete from standby where seeker_id = ${uid}`,
      // Like other users' requests on the user's rides, these may contain the host's places.
      sql`
        update standby
        set pickup = null, dropoff = null
        from ride
        where ride.id = ride_id and host_id = ${uid}`,
    ],
    exportAs: {
      title: "Standby queues",
      rows: selectOwnRows(
        "standby",
        "seeker_id",
        "created_at ride_id seats pickup dropoff needs status",
      ),
    },
  },
  reliability_event: {
    impersonal: "id uid ride_id seat_request_id kind seconds at",
    erase: deleteOwnRows("reliability_event", "uid"),
    exportAs: {
      title: "Reliability",
      rows: selectOwnRows("reliability_event", "uid", "at kind seconds ride_id"),
    },
  },
  ride_share: {
    impersonal: "id ride_id uid created_at opened_at",
    secret: "token_hash",
    erase: deleteOwnRows("ride_share", "uid"),
    exportAs: {
      title: "Rides you shared",
      rows: selectOwnRows("ride_share", "uid", "created_at ride_id opened_at"),
    },
  },
  trip_progress: {
    impersonal: "ride_id uid arrived_at arrival_asked_at notified_at position_at driver_here_at",
    personal: "lat lng",
    erase: deleteOwnRows("trip_progress", "uid"),
    exportAs: {
      title: "Trips",
      rows: selectOwnRows("trip_progress", "uid", "position_at ride_id arrived_at lat lng"),
    },
  },
  commitment: {
    impersonal: "id uid ride_id during lane",
    erase: deleteOwnRows("commitment", "uid"),
  },
} satisfies Record<string, TableDefinition>;
