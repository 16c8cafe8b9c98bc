import type { RegionStatus } from "@commonlane/contract/regions";
import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { formatList } from "#shared/formatting/format.ts";
import { Button } from "#shared/ui/Button.tsx";
import { DetailList } from "#shared/console/console-ui.tsx";
import { i18n } from "@lingui/core";
import { formatUserDate } from "#shared/formatting/user-time-zone.ts";

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
