import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { renderToStaticMarkup } from "react-dom/server";
import { MemoryRouter } from "react-router";
import { expect, test } from "vitest";
import { setUserTimeZone } from "#shared/formatting/user-time-zone.ts";
import { PostedRequestList } from "./PostedRequestList.tsx";
import { ownRideRequests } from "./ride-requests.queries.ts";
import { testRequest } from "./test-data.ts";

i18n.loadAndActivate({ locale: "en", messages: {} });
setUserTimeZone("Europe/Berlin");

test("keeps the list if the next page fails to load", () => {
  const client = new QueryClient();
  client
    .getQueryCache()
    .build(client, client.defaultQueryOptions(ownRideRequests()))
    .setState({
      status: "error",
      error: new Error("Failed to fetch"),
      fetchMeta: { fetchMore: { direction: "forward" } },
      data: { pages: [{ items: [testRequest()], nextCursor: "more" }], pageParams: [undefined] },
    });
  const html = renderToStaticMarkup(
    <I18nProvider i18n={i18n}>
      <QueryClientProvider client={client}>
        <MemoryRouter>
          <PostedRequestList />
        </MemoryRouter>
      </QueryClientProvider>
    </I18nProvider>,
  );
  expect(html).toContain("Karlsruhe");
  expect(html).toContain("We couldn&#x27;t load more");
  expect(html).toContain("Show older");
});
