import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useSearchParams } from "react-router";
import { useUser } from "#shared/session/SessionProvider.tsx";
import { SegmentedChoice } from "#shared/ui/SegmentedChoice.tsx";
import { SelectField } from "#shared/ui/SelectField.tsx";
import { useTitle } from "#shared/ui/use-title.ts";
import { comingRides, rideName } from "./coming-rides.ts";
import { ridesToOffer } from "./ride-requests.queries.ts";
import { RequestsAlong } from "./RequestsAlong.tsx";
import { RequestsNear } from "./RequestsNear.tsx";

/** For drivers: who looks for a ride, along a ride of one's own or around a place. */
export function OpenRequestsScreen() {
  const { t } = useLingui();
  useTitle(t`Looking for a ride`);
  const { uid } = useUser();
  const [search, setSearch] = useSearchParams();
  const rideId = search.get("ride") ?? undefined;
  const rides = useQuery(ridesToOffer(uid));
  const coming = comingRides(rides.data?.items ?? []);
  const ride = coming.find(({ id }) => id === rideId);
  const along = rideId !== undefined;
  const show = (next: string | undefined) => setSearch(next === undefined ? {} : { ride: next }, { replace: true });
  const choice = (
    <>
      <div>
        <h1 className="text-2xl font-bold tracking-[-.02em] outline-none">{t`Looking for a ride`}</h1>
        <p className="mt-1 text-ink-2">{t`These people wait for a driver. Take somebody along, on a ride of yours or on a new one.`}</p>
      </div>
      {(along || coming.length > 0) && (
        <SegmentedChoice
          label={t`Where to look`}
          hideLabel
          value={along ? "along" : "near"}
          options={[
            { value: "near", label: t`Around a place`, icon: "pin" },
            { value: "along", label: t`Along my way`, icon: "route" },
          ]}
          onChange={(next) => show(next === "along" ? coming[0]?.id : undefined)}
        />
      )}
      {along && coming.length > 0 && (
        <SelectField
          label={t`My ride`}
          value={rideId}
          options={[
            ...(ride ? [] : [{ value: rideId, label: t`Choose a ride` }]),
            ...coming.map((one) => ({ value: one.id, label: rideName(one) })),
          ]}
          onChange={show}
        />
      )}
    </>
  );
  return along ? (
    <RequestsAlong key={rideId} rideId={rideId} ride={ride}>
      {choice}
    </RequestsAlong>
  ) : (
    <RequestsNear>{choice}</RequestsNear>
  );
}
