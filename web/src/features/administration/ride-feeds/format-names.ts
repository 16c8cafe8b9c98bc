import type { FeedFormat } from "@commonlane/contract/feed-receivers";
import { useLingui } from "@lingui/react/macro";

/** Feed formats with what reads them. */
export function useFormatNames(): Readonly<Record<FeedFormat, string>> {
  const { t } = useLingui();
  return {
    amarillo: t`Amarillo, such as MobiData BW`,
    gtfs: t`GTFS with real-time data, such as MOTIS and Transitous`,
    covoiturage: t`standard-covoiturage, for searches by other platforms`,
    siri: t`SIRI-ET for OpenTripPlanner`,
  };
}
