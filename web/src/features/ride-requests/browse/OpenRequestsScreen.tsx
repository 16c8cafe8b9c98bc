import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useSearchParams } from "react-router";
import { useUser } from "#shared/session/SessionProvider.tsx";
import { SegmentedChoice } from "#shared/ui/fields/SegmentedChoice.tsx";
import { SelectField } from "#shared/ui/fields/SelectField.tsx";
import { useTitle } from "#shared/ui/use-title.ts";
import { findUpcomingRides, describeRide } from "../request-text.ts";
import { ridesToOffer } from "../ride-requests.queries.ts";
import { BrowseAlongRide } from "./BrowseAlongRide.tsx";
import { BrowseNearPlace } from "./BrowseNearPlace.tsx";

/** Ride requests for drivers: along one of their rides or near a place. */
export function OpenRequestsScreen() {
  const { t } = useLingui();
  useTitle(t`Ride requests`);
  const { uid } = useUser();
  const [search, setSearch] = useSearchParams();
  const rideId = search.get("ride") ?? undefined;
  const rides = useQuery(ridesToOffer(uid));
  const upcomingRides = findUpcomingRides(rides.data?.items ?? []);
  const ride = upcomingRides.find(({ id }) => id === rideId);
  const isAlongRide = rideId !== undefined;
  const selectRide = (next: string | undefined) =>
    setSearch(next === undefined ? {} : { ride: next }, { replace: true });
  const header = (
    <>
      <div>
        <h1 className="text-2xl font-bold tracking-[-.02em] outline-none">{t`Ride requests`}</h1>
        <p className="mt-1 text-ink-2">{t`These people need a ride. Offer them a seat on one of your rides or on a new one.`}</p>
      </div>
      {(isAlongRide || upcomingRides.length > 0) && (
        <SegmentedChoice
          label={t`Show requests`}
          hideLabel
          value={isAlongRide ? "along" : "near"}
          options={[
            {
              value: "near",
              label: t`Near a place`,
              icon: "pin",
            },
            {
              value: "along",
              label: t`Along my route`,
              icon: "route",
            },
          ]}
          onChange={(next) => selectRide(next === "along" ? upcomingRides[0]?.id : undefined)}
        />
      )}
      {isAlongRide && upcomingRides.length > 0 && (
        <SelectField
          label={t`My ride`}
          value={rideId}
          options={[
            ...(ride
              ? []
              : [
                  {
                    value: rideId,
                    label: t`Choose a ride`,
                  },
                ]),
            ...upcomingRides.map((one) => ({
              value: one.id,
              label: describeRide(one),
            })),
          ]}
          onChange={selectRide}
        />
      )}
    </>
  );
  return isAlongRide ? (
    <BrowseAlongRide key={rideId} rideId={rideId} ride={ride}>
      {header}
    </BrowseAlongRide>
  ) : (
    <BrowseNearPlace>{header}</BrowseNearPlace>
  );
}
