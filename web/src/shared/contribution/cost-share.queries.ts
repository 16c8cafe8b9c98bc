import type { Input } from "@commonlane/contract/endpoint";
import { rides } from "@commonlane/contract/rides";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { call } from "../api/api-client.ts";

/** Cost of a route and the fair contribution; refetched when route or seats change. */
export const costShare = (route: Input<typeof rides.costShare>["body"]) =>
  queryOptions({
    queryKey: ["rides", "cost-share", route],
    queryFn: ({ signal }) => call(rides.costShare, { body: route }, { signal }),
    staleTime: Infinity,
    placeholderData: keepPreviousData,
  });
