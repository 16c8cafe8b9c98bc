import { administration } from "@commonlane/contract/administration";
import { endpointItems, endpointPages, endpointQuery } from "#shared/api/endpoint-query.ts";
import { groupAdministration } from "@commonlane/contract/group-management";
import { providerAdministration } from "@commonlane/contract/provider-administration";
import { markAdministration } from "@commonlane/contract/mark-administration";

export const markDefinitions = endpointItems(markAdministration.list, {});

export const providersQuery = endpointItems(providerAdministration.list, {});

/** All groups by name, also those that others cannot find. */
export const groupPages = endpointPages(groupAdministration.list, { query: {} });

/** Changes with everything on the server, so it is read again whenever it is shown. */
export const serverStatusQuery = endpointQuery(administration.status, {}, { staleTime: 0 });

export const teamQuery = endpointItems(administration.team, {});

/** What the provider publishes about itself. */
export const providerCheckQuery = (providerId: string) =>
  endpointQuery(providerAdministration.check, { params: { providerId } }, { retry: false });
