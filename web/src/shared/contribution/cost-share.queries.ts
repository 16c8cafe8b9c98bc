import type { Input } from "@commonlane/contract/endpoint";
import { rides } from "@commonlane/contract/rides";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { call } from "../api/api-client.ts";

/** What a way costs and what a passenger may add to it, asked again when the way or the seats change. */
export const costShare = (route: Input<typeof rides.costShare>["body"]) =>
  queryOptions({
    queryKey: ["rides", "cost-share", route],
    queryFn: ({ signal }) => call(rides.costShare, { body: route }, { signal }),
    staleTime: Infinity,
    placeholderData: keepPreviousData,
  });
