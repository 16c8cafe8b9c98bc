import { feedReceivers, type FeedReceiver } from "@commonlane/contract/feed-receivers";
import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { endpointQuery } from "#shared/api/endpoint-query.ts";
import { setUserTimeZone } from "#shared/formatting/user-time-zone.ts";
import { createToastList } from "#shared/ui/toasts/toast-list.ts";
import { ToastContext } from "#shared/ui/toasts/Toasts.tsx";
import { Receivers } from "./Receivers.tsx";

i18n.loadAndActivate({ locale: "en", messages: {} });
setUserTimeZone("Europe/Berlin");

const EARLIER = "2026-01-02T06:00:00.000Z";
const LATER = "2026-01-02T06:30:00.000Z";

function render(times: Pick<FeedReceiver, "lastFetchedAt" | "lastFailedAt">): string {
  const receiver: FeedReceiver = {
    id: "01a1fb9c-97b4-704a-9727-71e55b593734",
    name: "Planner",
    format: "gtfs",
    urls: [],
    createdAt: EARLIER,
    fetches: 2,
    ...times,
  };
  const queries = new QueryClient();
  const { queryKey } = endpointQuery(feedReceivers.list, {});
  queries.setQueryData(queryKey, { items: [receiver], listedRides: 1 });
  return renderToStaticMarkup(
    <I18nProvider i18n={i18n}>
      <QueryClientProvider client={queries}>
        <ToastContext value={createToastList()}>
          <Receivers />
        </ToastContext>
      </QueryClientProvider>
    </I18nProvider>,
  );
}

test("a receiver counts as failed until it has fetched again", () => {
  expect(render({ lastFetchedAt: null, lastFailedAt: EARLIER })).toContain("Failed on");
  expect(render({ lastFetchedAt: EARLIER, lastFailedAt: LATER })).toContain("Failed on");
  expect(render({ lastFetchedAt: LATER, lastFailedAt: EARLIER })).not.toContain("Failed on");
});
