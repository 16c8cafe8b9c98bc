import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { renderToStaticMarkup } from "react-dom/server";
import { afterEach, expect, test, vi } from "vitest";
import { proposedDay } from "#shared/forms/search-draft.ts";
import { NO_PLACE } from "#shared/places/place-choice.ts";
import { DayChips } from "./SearchFields.tsx";

i18n.loadAndActivate({ locale: "en", messages: {} });

afterEach(() => void vi.useRealTimers());

const pressedChip = () => {
  const fields = {
    from: NO_PLACE,
    to: NO_PLACE,
    day: proposedDay(),
    time: null,
    flexible: false,
    seats: 1,
    walkM: 1000,
  };
  const html = renderToStaticMarkup(
    <I18nProvider i18n={i18n}>
      <DayChips form={{ fields, change: () => {} }} />
    </I18nProvider>,
  );
  return /aria-pressed="true"[^>]*>(?:<[^>]*>)*([^<]+)/.exec(html)?.[1];
};

test.each([
  ["after midnight", 1, "Today"],
  ["in the afternoon", 15, "Today"],
  ["in the evening", 21, "Tomorrow"],
])("%s the proposed day is named as on the device while the place is unknown", (_, hour, name) => {
  vi.useFakeTimers({ now: new Date(2026, 10, 30, hour, 15) });
  expect(pressedChip()).toBe(name);
});
