import { DRIVERS_RADIUS_KM } from "@commonlane/contract/limits";
import type { Place } from "@commonlane/contract/shapes";
import { useLingui } from "@lingui/react/macro";
import { errorText } from "#shared/api/error-text.ts";
import { buttonClasses } from "#shared/ui/button-classes.ts";
import { EmptyState } from "#shared/ui/EmptyState.tsx";
import { ErrorState } from "#shared/ui/ErrorState.tsx";
import { Link } from "#shared/ui/Link.tsx";
import { SkeletonRideCards } from "#shared/ui/Skeleton.tsx";
import { formatDistance, townName } from "#shared/formatting/format.ts";
import { DriverList } from "./DriverList.tsx";
import { NearbyRides } from "./NearbyRides.tsx";
import type { useNearbyDrivers } from "./use-nearby-drivers.ts";
import { Button } from "#shared/ui/Button.tsx";
import { useToast } from "#shared/ui/toasts/Toasts.tsx";
import { useCurrentPlace } from "./use-current-place.ts";
import type { ActiveDriver } from "@commonlane/contract/active-drivers";

interface NearbyDriversProps {
  readonly place: Place | null;
  readonly drivers: ReturnType<typeof useNearbyDrivers>;
  readonly selectedId: string | undefined;
  readonly nowMs: number;
  readonly requestLink: RequestLink;
  readonly onHighlight: (uid: string | undefined) => void;
  readonly onPlace: (place: Place) => void;
}

/** Drivers around a place, or suggestions if there are none. */
export function NearbyDrivers({
  place,
  drivers,
  selectedId,
  nowMs,
  requestLink,
  onHighlight,
  onPlace,
}: NearbyDriversProps) {
  const { t } = useLingui();
  const { nearDrivers, listed, live } = drivers;
  if (!place) {
    return (
      <EmptyState
        title={t`Where are you?`}
        action={<UseMyPositionButton onPlace={onPlace} />}
        className="py-4"
      >
        {t`Enter a place or use your location to see active drivers within ${formatDistance(DRIVERS_RADIUS_KM * 1000)}.`}
      </EmptyState>
    );
  }
  if (nearDrivers.length === 0 && listed.isPending) return <SkeletonRideCards count={2} />;
  if (nearDrivers.length === 0 && listed.error) {
    return (
      <ErrorState
        message={errorText(
          listed.error,
          t`Couldn't load the drivers. Check your connection and try again.`,
        )}
        onRetry={() => void drivers.refresh()}
        retrying={listed.isFetching}
      />
    );
  }
  if (nearDrivers.length === 0) return <NoDriversNearby place={place} requestLink={requestLink} />;
  return (
    <>
      <DriverList
        nearDrivers={nearDrivers}
        town={townName(place.label)}
        selectedId={selectedId}
        nowMs={nowMs}
        requestLink={({ driver }) => requestLink(place, driver)}
        onHighlight={onHighlight}
      />
      <p className="text-sm text-ink-3">
        {live
          ? t`The list and the map update automatically.`
          : t`The list updates every 10 seconds.`}
      </p>
    </>
  );
}

function NoDriversNearby({ place, requestLink }: { place: Place; requestLink: RequestLink }) {
  const { t } = useLingui();
  return (
    <>
      <EmptyState
        title={t`No drivers online near ${townName(place.label)}`}
        className="py-4"
        action={
          <>
            <Link to={requestLink(place)} className={buttonClasses()}>
              {t`Post a ride request`}
            </Link>
            <Link to="/seek" className={buttonClasses("line")}>
              {t`Find a ride`}
            </Link>
          </>
        }
      >
        {t`Drivers who go online within ${formatDistance(DRIVERS_RADIUS_KM * 1000)} show up here right away. Post a request to reach drivers who come by later.`}
      </EmptyState>
      <NearbyRides place={place} />
    </>
  );
}

/** Fills in the device's position once, on request. */
function UseMyPositionButton({ onPlace }: { onPlace: (place: Place) => void }) {
  const { t } = useLingui();
  const toast = useToast();
  const { isLooking, findPlace } = useCurrentPlace();
  const onPress = async () => {
    const place = await findPlace();
    if (place) onPlace(place);
    else
      toast({
        message: t`We couldn't find your location. Enter a place instead.`,
        type: "warning",
      });
  };
  return (
    <Button icon="locate" busy={isLooking} onClick={() => void onPress()}>
      {t`Use my location`}
    </Button>
  );
}

/** Path for requesting a ride from a place, from one driver or from anyone; provided by the page. */
export type RequestLink = (from: Place, driver?: ActiveDriver) => string;
