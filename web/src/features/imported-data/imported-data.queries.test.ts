import { rideSeries } from "@commonlane/contract/ride-series";
import { rides } from "@commonlane/contract/rides";
import { MutationObserver, QueryClient } from "@tanstack/react-query";
import { expect, test, vi } from "vitest";
import { endpointName } from "#shared/api/query-keys.ts";
import { setTokenSource } from "#shared/session/token-source.ts";
import { importedQuery, publishImportedSeries } from "./ImportedDataScreen.tsx";

const seriesId = "00000000-0000-7000-8000-000000000001";
const token = () => Promise.resolve("token");

test("a published series is new in the lists of rides and series", async () => {
  setTokenSource({ peek: () => "token", fresh: token, renew: token });
  vi.stubGlobal("fetch", () => Promise.resolve(Response.json({ seriesId })));
  const queries = new QueryClient();
  const keys = [
    [endpointName(rides.ofHost), {}],
    [endpointName(rideSeries.own), {}],
    importedQuery.queryKey,
  ];
  for (const key of keys) queries.setQueryData(key, {});

  await new MutationObserver(queries, publishImportedSeries(queries, seriesId)).mutate();
  const isStale = keys.map((key) => queries.getQueryState(key)?.isInvalidated);
  expect(isStale).toEqual([true, true, true]);
});
