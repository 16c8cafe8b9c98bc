import type { Ride } from "@commonlane/contract/rides";
import type { LatLng, Place } from "@commonlane/contract/shapes";
import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { errorText } from "#shared/api/error-text.ts";
import { ErrorState } from "#shared/ui/ErrorState.tsx";
import { Icon } from "#shared/ui/Icon.tsx";
import { SkeletonRideCards } from "#shared/ui/Skeleton.tsx";
import { toRidePayload } from "../draft/ride-payload.ts";
import type { RideDraft } from "../draft/ride-draft.ts";
import { ridePreview } from "../hosting.queries.ts";
import type { RenderRideCard, RenderTrains } from "./wizard-steps.ts";

/** The ride exactly as others will find it: the card of the search results, and which places are approximate. */
export function StrangersView({
  draft,
  renderRideCard,
  renderTrains,
}: {
  draft: RideDraft;
  renderRideCard: RenderRideCard;
  renderTrains?: RenderTrains | undefined;
}) {
  const { t } = useLingui();
  const { data, error, isPending, isRefetching, refetch } = useQuery(
    ridePreview(toRidePayload(draft)),
  );
  if (isPending) return <SkeletonRideCards count={1} />;
  if (!data) {
    return (
      <ErrorState
        message={errorText(
          error,
          t`Couldn't load the preview. You can publish the ride without it.`,
        )}
        onRetry={() => void refetch()}
        retrying={isRefetching}
      />
    );
  }
  return (
    <section aria-labelledby="preview" className="grid gap-2">
      <h3 id="preview" className="font-semibold">{t`What others see`}</h3>
      {/* A picture of the card: it leads nowhere yet. */}
      <div inert>{renderRideCard(data)}</div>
      <ShownPlaces ride={data} draft={draft} />
      {renderTrains?.(data)}
    </section>
  );
}

/** Start and destination as others see them until they have a seat. */
function ShownPlaces({ ride, draft }: { ride: Ride; draft: RideDraft }) {
  const { t } = useLingui();
  const ends = [
    {
      key: "start",
      name: t`Start`,
      shown: ride.origin,
      own: draft.origin.place,
    },
    {
      key: "destination",
      name: t`Destination`,
      shown: ride.destination,
      own: draft.destination.place,
    },
  ];
  return (
    <ul className="grid gap-1 text-sm text-ink-2">
      {ends.map(({ key, name, shown, own }) => (
        <li key={key} className="flex items-start gap-1.5">
          <Icon
            name={isSame(shown, own) ? "pin" : "eye-off"}
            className="mt-0.5 size-4 text-ink-3"
          />
          <span className="wrap-anywhere">
            {isSame(shown, own)
              ? t`${name}: ${shown.label}`
              : t`${name}: near ${shown.label}. Only passengers with a seat see the exact place.`}
          </span>
        </li>
      ))}
    </ul>
  );
}

const isSame = (shown: Place, own: LatLng | null): boolean =>
  shown.lat === own?.lat && shown.lng === own.lng;
