import { administration } from "@commonlane/contract/administration";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { call } from "#shared/api/api-client.ts";

/** How the community would look in a colour; undefined for the product's own. */
export const appearanceQuery = (color: string | undefined) =>
  queryOptions({
    queryKey: ["moderation", "appearance", color ?? null],
    queryFn: ({ signal }) => call(administration.appearance, { query: { color } }, { signal }),
    placeholderData: keepPreviousData,
  });
