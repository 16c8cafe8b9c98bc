import type { SeriesTerms } from "@commonlane/contract/ride-series";
import type { ColumnType, Generated } from "kysely";

/** Ride series, ride templates and the times when users are travelling. */
export interface SeriesTables {
  ride_series: RideSeriesTable;
  ride_template: RideTemplateTable;
  /** When a user is travelling; only written by triggers on ride and seat_request. */
  commitment: {
    id: string;
    uid: string;
    ride_id: string;
    during: ColumnType<string, never, never>;
  };
}

/** Links of a ride to its series and return ride, and its contributions. */
export interface RideOfSeries {
  /** The series of this ride, and its day in the series, YYYY-MM-DD. */
  series_id: Generated<string | null>;
  series_day: Generated<string | null>;
  /** Changed individually, so changes of the series do not affect it. */
  detached: Generated<boolean>;
  return_of: Generated<string | null>;
  return_id: Generated<string | null>;
  /** Running cost of the route, in the currency of its contributions; null on older rides. */
  running_cost_minor: number | null;
  /** Sum of the contributions of accepted passengers. */
  promised_minor: Generated<number>;
}

/** The previous release stores terms without `isListed`. */
type StoredTerms = Omit<SeriesTerms, "isListed"> & { isListed?: boolean };

/** Days and times are text, YYYY-MM-DD and HH:MM:SS. */
interface RideSeriesTable {
  id: Generated<string>;
  host_id: string;
  terms: ColumnType<StoredTerms, string, string>;
  local_time: string;
  time_zone: string;
  /** 1 is Monday. */
  weekdays: number[];
  first_day: string;
  last_day: string | null;
  exceptions: string[];
  /** Days on which the host is travelling on another ride. */
  missed: Generated<string[]>;
  /** First day without a ride because a rule refused it, and the message for the host. */
  stopped_from: Generated<string | null>;
  stop_reason: Generated<string | null>;
  return_of: string | null;
  status: Generated<"active" | "ended">;
  created_until: Generated<string | null>;
  created_at: Date;
  ended_at: ColumnType<Date | null, never, Date>;
}

interface RideTemplateTable {
  id: Generated<string>;
  host_id: string;
  name: string;
  terms: ColumnType<StoredTerms, string, string>;
  created_at: Date;
}
