import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { renderToStaticMarkup } from "react-dom/server";
import { afterEach, expect, test, vi } from "vitest";
import { WeeklyBarChart } from "./WeeklyBarChart.tsx";

i18n.loadAndActivate({ locale: "en-GB", messages: {} });
afterEach(() => vi.unstubAllEnvs());

test("labels a week with its first day in every time zone", () => {
  vi.stubEnv("TZ", "Pacific/Auckland");
  const html = renderToStaticMarkup(
    <I18nProvider i18n={i18n}>
      <WeeklyBarChart
        title="Rides"
        bars={[{ label: "2026-01-05", value: 3 }]}
        formatValue={String}
      />
    </I18nProvider>,
  );
  expect(html).toContain('title="5 Jan: 3"');
});
