import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import type { ComponentProps } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { placeKindPaths } from "./place-kinds.ts";
import { PlaceOptions } from "./PlaceCombobox.tsx";
import type { Suggestion } from "./use-suggestions.ts";

i18n.loadAndActivate({ locale: "en", messages: {} });

const station: Suggestion = {
  key: "gn:1",
  label: "Freiburg Hauptbahnhof, Freiburg im Breisgau, Germany",
  detail: "Station · Baden-Württemberg",
  action: "place",
  kind: "station",
  resolve: () => Promise.resolve(undefined),
};
const render = (props: Partial<ComponentProps<typeof PlaceOptions>>) =>
  renderToStaticMarkup(
    <I18nProvider i18n={i18n}>
      <PlaceOptions
        id="places"
        shown
        suggestions={[station]}
        status="idle"
        ignored={undefined}
        needsTown={false}
        hasMap
        active={0}
        onChoose={() => undefined}
        {...props}
      />
    </I18nProvider>,
  );
const textOf = (html: string) => html.replaceAll(/<[^>]*>/g, "|").replaceAll(/\|+/g, "|");

test("shows what a suggestion is, by icon and word, and where it is", () => {
  const html = render({});
  expect(html).toContain(`d="${placeKindPaths.station}"`);
  expect(textOf(html)).toContain(
    "|Freiburg Hauptbahnhof, Freiburg im Breisgau, Germany|Station · Baden-Württemberg|",
  );
});

test("says what was ignored, and what is shown instead, in a live region", () => {
  const html = render({
    ignored: { text: "Xyzstraße 12", shown: "Freiburg im Breisgau, Germany" },
  });
  expect(html).toMatch(
    /role="status"[^>]*>“Xyzstraße 12” not found – showing Freiburg im Breisgau, Germany</,
  );
});

test("says what to try if nothing is found", () => {
  const nothing = { suggestions: [], status: "nothing" as const };
  expect(textOf(render(nothing))).toContain("or choose the point on the map.");
  expect(textOf(render({ ...nothing, hasMap: false }))).not.toContain("map");
});

test("[domain/place:generic] a word for a kind of place asks for a town, above what was found and in an empty list", () => {
  const asked = /role="status"[^>]*>Add the name of a town to find one there\.</;
  expect(render({ needsTown: true })).toMatch(asked);
  expect(render({ needsTown: true, suggestions: [], status: "nothing" })).toMatch(asked);
  expect(render({})).not.toMatch(asked);
});
