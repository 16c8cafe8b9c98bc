import type { Community } from "@commonlane/contract/community";
import { Trans } from "@lingui/react/macro";
import type { ReactNode } from "react";

/** What maps, places and roads are made of, as their licences require. */
export function DataSources({
  openStreetMap,
  basemap,
  meetingPointCredits,
}: Pick<Community, "openStreetMap" | "basemap" | "meetingPointCredits">) {
  return (
    <ul className="grid list-disc gap-2 ps-5 marker:text-ink-3">
      {openStreetMap && (
        <li>
          <Trans>
            Roads, streets and street maps:{" "}
            <TextLink href="https://www.openstreetmap.org/copyright">
              © OpenStreetMap contributors
            </TextLink>
            , available under the{" "}
            <TextLink href="https://opendatacommons.org/licenses/odbl/1-0/">
              Open Database License 1.0
            </TextLink>
          </Trans>
        </li>
      )}
      {meetingPointCredits.map(({ name, attribution, licence }) => (
        <li key={name}>
          <Trans>
            Meeting points: {name}, {attribution} ({licence})
          </Trans>
        </li>
      ))}
      {basemap && (
        <li>
          <Trans>Map: {basemap.credit}</Trans>
        </li>
      )}
      <li>
        <Trans>
          Towns, villages and postcodes:{" "}
          <TextLink href="https://www.geonames.org/">GeoNames</TextLink>, under{" "}
          <TextLink href="https://creativecommons.org/licenses/by/4.0/">CC BY 4.0</TextLink>
        </Trans>
      </li>
      <li>
        <Trans>
          Railway stations and stops:{" "}
          <TextLink href="https://github.com/trainline-eu/stations">Trainline</TextLink>,{" "}
          <TextLink href="https://www.openstreetmap.org/copyright">
            © OpenStreetMap contributors
          </TextLink>{" "}
          and DB InfraGO AG, available under the{" "}
          <TextLink href="https://opendatacommons.org/licenses/odbl/1-0/">
            Open Database License 1.0
          </TextLink>
        </Trans>
      </li>
      <li>
        <Trans>
          Airports:{" "}
          <TextLink href="https://github.com/aashishvanand/airport-data-js">
            airport-data-js
          </TextLink>
          , under <TextLink href="https://creativecommons.org/licenses/by/4.0/">CC BY 4.0</TextLink>
        </Trans>
      </li>
      <li>
        <Trans>
          Map of the world:{" "}
          <TextLink href="https://www.naturalearthdata.com/">Natural Earth</TextLink>, public domain
        </Trans>
      </li>
      <li>
        <Trans>
          Portraits in the demo: <TextLink href="https://www.openpeeps.com/">Open Peeps</TextLink>{" "}
          by Pablo Stanley, under{" "}
          <TextLink href="https://creativecommons.org/publicdomain/zero/1.0/">CC0</TextLink>
        </Trans>
      </li>
    </ul>
  );
}

export function TextLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a
      href={href}
      rel="noreferrer"
      className="font-semibold text-brand-ink underline underline-offset-4"
    >
      {children}
    </a>
  );
}
