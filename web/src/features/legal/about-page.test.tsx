import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { DataSources } from "./DataSources.tsx";

i18n.loadAndActivate({ locale: "en", messages: {} });

const BNLC = {
  name: "BNLC",
  attribution: "transport.data.gouv.fr",
  licence: "Licence Ouverte 2.0",
};

const render = (openStreetMap: boolean): string =>
  renderToStaticMarkup(
    <I18nProvider i18n={i18n}>
      <DataSources openStreetMap={openStreetMap} basemap={null} meetingPointCredits={[BNLC]} />
    </I18nProvider>,
  );

test("the about page credits OpenStreetMap and names its licence where its data is used", () => {
  const html = render(true);
  expect(html).toContain("© OpenStreetMap contributors");
  expect(html).toContain('href="https://www.openstreetmap.org/copyright"');
  expect(html).toContain("Open Database License 1.0");
  const withoutRegions = render(false);
  expect(withoutRegions).not.toContain("Roads, streets and street maps");
  for (const source of ["GeoNames", "Trainline", "DB InfraGO AG", "airport-data-js", "Open Peeps"])
    expect(withoutRegions).toContain(source);
});

test("the about page credits the open data that meeting points are from, with its licence", () => {
  expect(render(false)).toContain(
    "Meeting points: BNLC, transport.data.gouv.fr (Licence Ouverte 2.0)",
  );
});
