import { definePolicy } from "#platform/policy.ts";
import type { SeriesRow } from "./ride-series.store.ts";

/** Calls about a ride series, which only its host knows. */
export const seriesPolicy = definePolicy(
  { host: (series: Pick<SeriesRow, "host_id">, uid) => series.host_id === uid },
  {
    "rideSeries.one": ["host"],
    "rideSeries.ridesOf": ["host"],
    "rideSeries.change": ["host"],
    "rideSeries.skip": ["host"],
    "rideSeries.end": ["host"],
  },
);

export type SeriesCall = keyof (typeof seriesPolicy)["calls"];
