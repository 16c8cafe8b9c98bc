import type { TripStatement } from "@commonlane/contract/trip-statements";
import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { saveCsv, toCsv } from "#shared/api/download.ts";
import { formatKilograms, formatKilometers } from "#shared/formatting/format.ts";
import { Button } from "#shared/ui/Button.tsx";
import { SelectField } from "#shared/ui/fields/SelectField.tsx";
import { NotLoaded } from "#shared/ui/NotLoaded.tsx";
import { Skeleton } from "#shared/ui/Skeleton.tsx";
import { useNow } from "#shared/use-now.ts";
import { statementOfYear } from "./personal-data.queries.ts";
import { PrintedStatement } from "./PrintedStatement.tsx";

const YEARS_SHOWN = 3;

/** The user's shared trips of a year, to hand in to an employer or an authority. */
export function TripStatements() {
  const { t } = useLingui();
  const thisYear = new Date(useNow()).getFullYear();
  const [year, setYear] = useState(thisYear);
  const query = useQuery(statementOfYear(year));
  const statement = query.data;
  const years = Array.from({ length: YEARS_SHOWN }, (_, n) => String(thisYear - n));
  const name = `shared-trips-${year}`;
  const hasTrips = statement !== undefined && statement.trips.length > 0;
  return (
    <section aria-labelledby="trip-statements" className="grid gap-3">
      <h3 id="trip-statements" className="font-bold">{t`Statement of shared trips`}</h3>
      <p className="text-sm text-ink-2">
        {t`For your employer or an allowance: trips that took place according to both sides. It names nobody else.`}
      </p>
      <SelectField
        label={t`Year`}
        value={String(year)}
        options={years.map((value) => ({
          value,
          label: value,
        }))}
        onChange={(value) => setYear(Number(value))}
      />
      {!statement && <NotLoaded query={query} placeholder={<Skeleton className="h-5 w-3/5" />} />}
      <p role="status" className="text-sm empty:hidden">
        {statement && <Totals statement={statement} />}
      </p>
      {hasTrips && (
        <div className="flex flex-wrap gap-2">
          <Button
            variant="line"
            aria-label={t`Print the statement of ${year}, or save it as PDF`}
            onClick={() => print()}
          >
            {t`Print or save as PDF`}
          </Button>
          <Button
            variant="line"
            aria-label={t`Download the statement of ${year} as CSV`}
            onClick={() => saveCsv(`${name}.csv`, statementCsv(statement))}
          >
            {t`CSV`}
          </Button>
        </div>
      )}
      {hasTrips && (
        <PrintedStatement statement={statement} totals={<Totals statement={statement} />} />
      )}
    </section>
  );
}

function Totals({ statement }: { statement: TripStatement }) {
  const { t } = useLingui();
  const { trips, distanceM, co2Grams } = statement;
  if (trips.length === 0) return t`No shared trips in this year yet.`;
  const kilograms = formatKilograms(co2Grams);
  const tripCount = trips.length;
  const count = t`${plural(tripCount, {
    one: "# shared trip",
    other: "# shared trips",
  })}`;
  const distance = formatKilometers(distanceM);
  return t`${count}, ${distance}, ${kilograms} of CO₂ saved`;
}

/** Field names are in English, for programs that read the file. */
export const statementCsv = ({ trips }: TripStatement): string =>
  toCsv([
    ["day", "role", "from", "to", "seats", "distance_km", "co2_saved_kg", "confirmed_by_code"],
    ...trips.map(({ day, role, from, to, seats, distanceM, co2Grams, isConfirmedByCode }) => [
      day,
      role,
      from,
      to,
      String(seats),
      (distanceM / 1000).toFixed(1),
      (co2Grams / 1000).toFixed(3),
      isConfirmedByCode ? "yes" : "no",
    ]),
  ]);
