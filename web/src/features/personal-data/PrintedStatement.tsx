import type { TripStatement } from "@commonlane/contract/trip-statements";
import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { communitySettings } from "#shared/community-settings.ts";
import { formatKilograms, formatKilometers } from "#shared/formatting/format.ts";
import { numberFormat } from "#shared/formatting/formatters.ts";
import { formatUserDate } from "#shared/formatting/user-time-zone.ts";
import { formatCalendarDate } from "#shared/formatting/weekdays.ts";
import { ownProfile } from "#shared/profile/own-profile.ts";
import { useNow } from "#shared/use-now.ts";

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
