import { audiences, type OwnAudience } from "@commonlane/contract/audiences";
import { useQuery } from "@tanstack/react-query";
import { endpointItems } from "#shared/api/endpoint-query.ts";

/** The trust marks and groups of the user, by name. */
export const ownAudiences = endpointItems(audiences.own, {});

/** The user's trust mark or group with this id; undefined if there is none, or while it loads. */
export function useOwnAudience(id: string): OwnAudience | undefined {
  const { data } = useQuery({
    ...ownAudiences,
    enabled: id !== "",
  });
  return data?.find((audience) => audience.id === id);
}
