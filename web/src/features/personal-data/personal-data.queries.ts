import { type DataExport, personalData } from "@commonlane/contract/personal-data";
import { tripStatements } from "@commonlane/contract/trip-statements";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { endpointItems, endpointQuery } from "#shared/api/endpoint-query.ts";
import { call } from "#shared/api/api-client.ts";

const REFRESH_MS = 2_000;

/** The user's exports; polled while one is being prepared. */
export const ownExports = endpointItems(
  personalData.exports,
  {},
  {
    refetchInterval: ({ state }) =>
      state.data?.items.some(({ state }) => state === "making") ? REFRESH_MS : false,
  },
);

export function useRequestExport() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => call(personalData.requestExport, {}),
    onSuccess: (newExport: DataExport) =>
      queries.setQueryData(ownExports.queryKey, (previous) => ({
        items: [newExport, ...(previous?.items ?? []).filter(({ id }) => id !== newExport.id)],
      })),
  });
}

/** The user's shared trips of a year. */
export const statementOfYear = (year: number) =>
  endpointQuery(tripStatements.read, { params: { year } });

/** The legal texts in force and which of them the user has accepted. */
export const ownConsents = endpointItems(personalData.consents, {}, { staleTime: Infinity });

export function useAcceptTexts() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (
      documents: Parameters<typeof call<typeof personalData.giveConsent>>[1]["body"]["documents"],
    ) => call(personalData.giveConsent, { body: { documents } }),
    onSuccess: (consents) => queries.setQueryData(ownConsents.queryKey, consents),
  });
}
