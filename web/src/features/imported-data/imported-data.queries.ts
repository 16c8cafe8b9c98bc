import { importedData } from "@commonlane/contract/member-imports";
import { profiles } from "@commonlane/contract/profiles";
import { rideSeries } from "@commonlane/contract/ride-series";
import { rides } from "@commonlane/contract/rides";
import { mutationOptions, type QueryClient } from "@tanstack/react-query";
import { call } from "#shared/api/api-client.ts";
import { endpointQuery, invalidateEndpoints } from "#shared/api/endpoint-query.ts";

export const importedQuery = endpointQuery(importedData.get, {}, { staleTime: 0 });

/** Loads what is left, and the profile that says whether anything is. */
export const reloadImported = (queries: QueryClient): Promise<void> =>
  invalidateEndpoints(queries, importedData.get, profiles.get);

/** Publishes an imported series; its rides are in the user's lists afterwards. */
export const publishImportedSeries = (queries: QueryClient, seriesId: string) =>
  mutationOptions({
    mutationFn: () => call(importedData.publishSeries, { params: { seriesId } }),
    onSettled: () =>
      Promise.all([reloadImported(queries), invalidateEndpoints(queries, rides, rideSeries)]),
  });
