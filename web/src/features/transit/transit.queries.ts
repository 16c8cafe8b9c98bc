import type { Input } from "@commonlane/contract/endpoint";
import { transit } from "@commonlane/contract/transit";
import { queryOptions } from "@tanstack/react-query";
import { call } from "#shared/api/api-client.ts";

export type JourneyQuery = Input<typeof transit.journeys>["query"];
export type ConnectionQuery = Input<typeof transit.connections>["query"];

/** Journeys beside the rides of a search. */
export const searchJourneys = (query: JourneyQuery) =>
  queryOptions({
    queryKey: ["transit", "journeys", query],
    queryFn: ({ signal }) => call(transit.journeys, { query }, { signal }),
  });

/** The first or last connections of a period. */
export const findConnections = (query: ConnectionQuery) =>
  queryOptions({
    queryKey: ["transit", "connections", query],
    queryFn: ({ signal }) => call(transit.connections, { query }, { signal }),
  });
