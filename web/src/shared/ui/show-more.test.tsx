import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { ApiError } from "../api/api-error.ts";
import { type PagedQuery, ShowMore } from "./ShowMore.tsx";

i18n.loadAndActivate({ locale: "en", messages: {} });

const shown = (query: Partial<PagedQuery>): string => {
  const defaults = {
    hasNextPage: true,
    isFetchingNextPage: false,
    isFetchNextPageError: false,
    error: null,
  };
  return renderToStaticMarkup(
    <I18nProvider i18n={i18n}>
      <ShowMore query={{ ...defaults, fetchNextPage: () => {}, ...query }}>
        Show older ones
      </ShowMore>
    </I18nProvider>,
  );
};

test("renders no button without a next page", () => {
  expect(shown({ hasNextPage: false })).toBe("");
});

test("shows a busy button while loading", () => {
  expect(shown({})).not.toContain("aria-busy");
  expect(shown({ isFetchingNextPage: true })).toMatch(/aria-busy="true".*Show older ones/);
});

test("shows a load error above the retry button", () => {
  expect(shown({})).not.toContain("alert");
  const silent = shown({ isFetchNextPageError: true, error: new Error("Failed to fetch") });
  expect(silent).toMatch(/role="alert".*We couldn.*t load more.*Show older ones/);
  const failed = shown({
    isFetchNextPageError: true,
    error: new ApiError({ code: "rate_limited", message: "Wait a minute.", status: 429 }),
  });
  expect(failed).toContain("Wait a minute.");
});
