import type { SeriesTerms } from "@commonlane/contract/ride-series";
import type { ColumnType, Generated } from "kysely";

/** What is repeated, what is kept to be hosted again, and who is under way when. */
export interface SeriesTables {
  ride_series: RideSeriesTable;
  ride_template: RideTemplateTable;
  /** When a person is under way; kept by triggers on ride and seat_request, so nobody else writes it. */
  commitment: { id: string; uid: string; ride_id: string; during: ColumnType<string, never, never> };
}

/** What a ride has to do with a series, with its way back, and with what its passengers add. */
export interface RideOfSeries {
  /** The series that this is an occurrence of, and its day there, YYYY-MM-DD. */
  series_id: Generated<string | null>;
  series_day: Generated<string | null>;
  /** Changed by itself, so that changes of the series leave it alone. */
  detached: Generated<boolean>;
  return_of: Generated<string | null>;
  return_id: Generated<string | null>;
  /** What driving the way costs, in the currency that contributions to it are in; unknown of old rides. */
  running_cost_minor: number | null;
  /** What accepted passengers have promised together. */
  promised_minor: Generated<number>;
}

/** Days and times are read as text, YYYY-MM-DD and HH:MM:SS. */
interface RideSeriesTable {
  id: Generated<string>;
  host_id: string;
  terms: ColumnType<SeriesTerms, string, string>;
  local_time: string;
  time_zone: string;
  /** 1 is Monday. */
  weekdays: number[];
  first_day: string;
  last_day: string | null;
  exceptions: string[];
  /** Days on which the host is under way with another ride. */
  missed: Generated<string[]>;
  /** From which day on the rules refuse to go on with it, and why, in the words that its host is told. */
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
  terms: ColumnType<SeriesTerms, string, string>;
  created_at: Date;
}
