import { type DataExport, personalData } from "@commonlane/contract/personal-data";
import { tripStatements } from "@commonlane/contract/trip-statements";
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "#shared/api/api-client.ts";

const REFRESH_MS = 2_000;

/** The user's exports; polled while one is being prepared. */
export const ownExports = queryOptions({
  queryKey: ["personal-data", "exports"],
  queryFn: async ({ signal }) => (await call(personalData.exports, {}, { signal })).items,
  refetchInterval: ({ state }) =>
    state.data?.some(({ state }) => state === "making") ? REFRESH_MS : false,
});

export function useRequestExport() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => call(personalData.requestExport, {}),
    onSuccess: (newExport: DataExport) =>
      queries.setQueryData(ownExports.queryKey, (previous = []) => [
        newExport,
        ...previous.filter(({ id }) => id !== newExport.id),
      ]),
  });
}

/** The user's shared trips of a year. */
export const statementOfYear = (year: number) =>
  queryOptions({
    queryKey: ["personal-data", "trip-statement", year],
    queryFn: ({ signal }) => call(tripStatements.read, { params: { year } }, { signal }),
  });

/** The legal texts in force and which of them the user has accepted. */
export const ownConsents = queryOptions({
  queryKey: ["personal-data", "consents"],
  queryFn: async ({ signal }) => (await call(personalData.consents, {}, { signal })).items,
  staleTime: Infinity,
});

export function useAcceptTexts() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (
      documents: Parameters<typeof call<typeof personalData.giveConsent>>[1]["body"]["documents"],
    ) => call(personalData.giveConsent, { body: { documents } }),
    onSuccess: ({ items }) => queries.setQueryData(ownConsents.queryKey, items),
  });
}
