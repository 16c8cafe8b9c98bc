import { audiences, type OwnAudience } from "@commonlane/contract/audiences";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { call } from "#shared/api/api-client.ts";

/** The trust marks and groups of the user, by name. */
export const ownAudiences = queryOptions({
  queryKey: ["audiences"],
  queryFn: async ({ signal }) => (await call(audiences.own, {}, { signal })).items,
});

/** The user's trust mark or group with this id; undefined if there is none, or while it loads. */
export function useOwnAudience(id: string): OwnAudience | undefined {
  const { data } = useQuery({ ...ownAudiences, enabled: id !== "" });
  return data?.find((audience) => audience.id === id);
}
