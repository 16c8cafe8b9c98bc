import { groupAdministration } from "@commonlane/contract/group-management";
import { infiniteQueryOptions } from "@tanstack/react-query";
import { call } from "#shared/api/api-client.ts";

/** All groups by name, also those that others cannot find. */
export const groupPages = infiniteQueryOptions({
  initialPageParam: undefined as string | undefined,
  queryKey: ["moderation", "groups"],
  queryFn: ({ pageParam: cursor, signal }) =>
    call(groupAdministration.list, { query: { cursor } }, { signal }),
  getNextPageParam: ({ nextCursor }: { nextCursor: string | null }) => nextCursor ?? undefined,
});
