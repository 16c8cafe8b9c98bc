import type { RegionStatus } from "@commonlane/contract/regions";
import { i18n } from "@lingui/core";
import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { communitySettings } from "#shared/community-settings.ts";
import { DetailList } from "#shared/console/console-ui.tsx";
import { ownRole } from "#shared/console/own-role.ts";
import { formatList } from "#shared/formatting/format.ts";
import { formatUserDate } from "#shared/formatting/user-time-zone.ts";
import { LazyMapView } from "#shared/map/LazyMapView.tsx";
import type { MapArea } from "#shared/map/map-types.ts";
import { operatorCommand } from "#shared/operator-command.ts";
import { buttonClasses } from "#shared/ui/button-classes.ts";
import { Button } from "#shared/ui/Button.tsx";
import { EmptyState } from "#shared/ui/EmptyState.tsx";
import { Link } from "#shared/ui/Link.tsx";
import { NotLoaded } from "#shared/ui/NotLoaded.tsx";
import { serverRegions } from "../administration.queries.ts";
import { AddRegion } from "./AddRegion.tsx";
import { RegionBuilds } from "./RegionBuilds.tsx";

/** The server's regions with roads, places and a street map: their age, size and coverage, and builds in progress. */
export function RegionsView() {
  const { t } = useLingui();
  const query = useQuery(serverRegions);
  const { data } = query;
  const isAdministrator = useQuery(ownRole).data?.administrator ?? false;
  const area = isAdministrator ? communitySettings.region : null;
  return (
    <>
      <h2 className="sr-only">{t`Regions`}</h2>
      {!data && <NotLoaded query={query} />}
      {data && !area && <RegionBuilds builds={data.builds} />}
      {area && <AddRegion area={area} />}
      {!area && data?.regions.length === 0 && data.builds.length === 0 && (
        <NoRegions isAdministrator={isAdministrator} />
      )}
      {data && data.regions.length > 0 && <RegionList regions={data.regions} />}
    </>
  );
}

function NoRegions({ isAdministrator }: { isAdministrator: boolean }) {
  const { t } = useLingui();
  if (isAdministrator)
    return (
      <EmptyState
        title={t`No regions yet`}
        action={
          <Link to="/moderation/settings#region" className={buttonClasses()}>
            {t`Choose the centre`}
          </Link>
        }
      >
        {t`Routes and times are estimated, and the map shows no streets. Choose the centre of your community, then add its roads and streets here.`}
      </EmptyState>
    );
  return (
    <EmptyState title={t`No regions yet`}>
      <Trans>
        Routes and times are estimated, and the map shows no streets. The operator can add an area
        from OpenStreetMap:
      </Trans>
      <code className="mt-3 block rounded-md bg-sunken p-3 text-start text-sm wrap-anywhere text-ink">
        {operatorCommand("region", "add", "https://download.geofabrik.de/…")}
      </code>
    </EmptyState>
  );
}

function RegionList({ regions }: { regions: readonly RegionStatus[] }) {
  const { t } = useLingui();
  const [shownId, setShownId] = useState<string>();
  const updateRegion = operatorCommand("region", "update");
  const shown = regions.filter(({ id }) => shownId === undefined || id === shownId);
  return (
    <>
      <div className="relative h-72 overflow-hidden rounded-lg border border-line sm:h-96">
        <LazyMapView
          label={t`Map of the regions`}
          areas={shown.flatMap(({ coverage }) => coverage.map(toArea))}
        />
      </div>
      <ul className="grid gap-4">
        {regions.map((region) => (
          <li key={region.id}>
            <RegionCard
              region={region}
              onShow={regions.length > 1 ? () => setShownId(region.id) : undefined}
            />
          </li>
        ))}
      </ul>
      <p className="text-sm text-ink-2">
        <Trans>
          Data © OpenStreetMap contributors, under the Open Database License. The operator updates
          regions with <code className="whitespace-nowrap">{updateRegion}</code>.
        </Trans>
      </p>
    </>
  );
}

const toArea = (polygon: RegionStatus["coverage"][number]): MapArea =>
  polygon.map((ring) =>
    ring.map(([lng, lat]) => ({
      lat,
      lng,
    })),
  );

/** One region: the age of its data, its size, and what was built from it. */
export function RegionCard({
  region,
  onShow,
}: {
  region: RegionStatus;
  onShow?: (() => void) | undefined;
}) {
  const { t, i18n } = useLingui();
  const { name, dataAt, builtAt, bytes, steps } = region;
  const stepNames: Record<string, string> = {
    coverage: t`Coverage`,
    roads: t`Roads`,
    places: t`Places`,
    "pickup points": t`Pickup points`,
    map: t`Map`,
  };
  // Those that say something about the region; the command line has all.
  const figureTexts: Record<string, (value: number) => string> = {
    roads: (roads) => t`${plural(roads, { one: "# road", other: "# roads" })}`,
    squareKilometres: (area) => t`${i18n.number(area)} km²`,
    places: (places) => t`${plural(places, { one: "# place", other: "# places" })}`,
    streets: (streets) => t`${plural(streets, { one: "# street", other: "# streets" })}`,
    houseNumbers: (numbers) =>
      t`${plural(numbers, { one: "# house number", other: "# house numbers" })}`,
    points: (points) => t`${plural(points, { one: "# point", other: "# points" })}`,
    bytes: formatMegabytes,
  };
  const describe = ({ figures }: RegionStatus["steps"][number]) =>
    formatList(
      figures.flatMap(
        ({ name, value }) => (typeof value === "number" && figureTexts[name]?.(value)) || [],
      ),
    );
  return (
    <section className="grid gap-3" aria-label={name}>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="text-lg font-bold wrap-anywhere">{name}</h3>
        {onShow && (
          <Button variant="line" size="sm" aria-label={t`Show ${name} on the map`} onClick={onShow}>
            {t`Show on map`}
          </Button>
        )}
      </div>
      <DetailList
        details={[
          { name: t`Data from`, value: dataAt === null ? t`unknown` : formatUserDate(dataAt) },
          { name: t`Built`, value: formatUserDate(builtAt) },
          { name: t`Size`, value: formatMegabytes(bytes) },
          ...steps.map((step) => ({
            name: stepNames[step.name] ?? step.name,
            value: describe(step),
          })),
        ]}
      />
    </section>
  );
}

const formatMegabytes = (bytes: number): string =>
  i18n.number(bytes / 1e6, {
    style: "unit",
    unit: "megabyte",
    maximumSignificantDigits: bytes < 1e6 ? 1 : 2,
  });
