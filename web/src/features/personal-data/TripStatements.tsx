import type { TripStatement } from "@commonlane/contract/trip-statements";
import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { saveCsv, toCsv } from "#shared/api/download.ts";
import { communitySettings } from "#shared/community-settings.ts";
import { formatKilograms, formatKilometers } from "#shared/formatting/format.ts";
import { numberFormat } from "#shared/formatting/formatters.ts";
import { formatUserDate } from "#shared/formatting/user-time-zone.ts";
import { formatCalendarDate } from "#shared/formatting/weekdays.ts";
import { ownProfile } from "#shared/profile/own-profile.ts";
import { Button } from "#shared/ui/Button.tsx";
import { SelectField } from "#shared/ui/fields/SelectField.tsx";
import { NotLoaded } from "#shared/ui/NotLoaded.tsx";
import { Skeleton } from "#shared/ui/Skeleton.tsx";
import { useNow } from "#shared/use-now.ts";
import { statementOfYear } from "./personal-data.queries.ts";

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

interface PrintedStatementProps {
  readonly statement: TripStatement;
  readonly totals: ReactNode;
}

/** The statement on paper, or as the PDF that a browser prints to: in the reader's language, with its letters. */
export function PrintedStatement({ statement, totals }: PrintedStatementProps) {
  const { t } = useLingui();
  const profile = useQuery(ownProfile).data;
  const { year, trips, co2GramsPerKm } = statement;
  const community = communitySettings.name;
  const title = String(year);
  const day = formatUserDate(new Date(useNow()).toISOString());
  const grams = numberFormat({ maximumFractionDigits: 1 }).format(co2GramsPerKm);
  return (
    <div data-printed="" className="hidden gap-3 text-sm print:grid">
      <h1 className="text-2xl font-bold">{t`Shared trips in ${title}`}</h1>
      <p>
        {profile?.firstName} {profile?.lastName}, <bdi>{profile?.email}</bdi>
      </p>
      <p>{t`Issued by ${community} on ${day}`}</p>
      <p className="font-bold">{totals}</p>
      <p>{t`Listed are trips with at least one passenger that took place according to both sides: the driver entered the passenger's code at the pickup (marked *), or neither side reported within the deadline that the trip did not take place.`}</p>
      <p>
        <Trans>
          CO₂: {grams} g for each kilometre of a passenger, which is what a car of average occupancy
          emits per person (default: European Environment Agency, 2021, well to wheel). It is an
          upper bound, as if each passenger had driven. Half counts for the driver, half for the
          passenger.
        </Trans>
      </p>
      <table className="w-full text-start tabular-nums">
        <thead>
          <tr>
            <HeaderCell>
              {t({
                message: "Day",
                comment: "Title of a column.",
              })}
            </HeaderCell>
            <HeaderCell>
              {t({
                message: "Role",
                comment: "Title of a column: driver or passenger.",
              })}
            </HeaderCell>
            <HeaderCell>
              {t({
                message: "From – to",
                comment: "Title of a column.",
              })}
            </HeaderCell>
            <HeaderCell>{t`Seats`}</HeaderCell>
            <HeaderCell>
              {t({
                message: "Distance",
                comment: "Title of a column.",
              })}
            </HeaderCell>
            <HeaderCell>{t`CO₂ saved`}</HeaderCell>
          </tr>
        </thead>
        <tbody>
          {trips.map((trip, n) => (
            <tr
              key={`${n} ${trip.day}`}
              className="break-inside-avoid border-t border-line align-top"
            >
              <td className="py-1 pe-3 whitespace-nowrap">
                {formatCalendarDate(trip.day)}
                {trip.isConfirmedByCode && " *"}
              </td>
              <td className="py-1 pe-3">{trip.role === "driver" ? t`Driver` : t`Passenger`}</td>
              <td className="w-2/5 py-1 pe-3">
                <bdi>{withoutCountry(trip.from)}</bdi> – <bdi>{withoutCountry(trip.to)}</bdi>
              </td>
              <td className="py-1 pe-3">{trip.seats}</td>
              <td className="py-1 pe-3 whitespace-nowrap">{formatKilometers(trip.distanceM)}</td>
              <td className="py-1 whitespace-nowrap">{formatKilograms(trip.co2Grams)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const HeaderCell = ({ children }: { children: ReactNode }) => (
  <th scope="col" className="pe-3 pb-1 text-start">
    {children}
  </th>
);

/** Such as "Vaduz Post" of "Vaduz Post, Liechtenstein". */
const withoutCountry = (label: string): string => label.replace(/, [^,]+$/, "");
