import type { ActiveDriver } from "@commonlane/contract/active-drivers";
import { DRIVERS_RADIUS_KM } from "@commonlane/contract/limits";
import type { Place } from "@commonlane/contract/shapes";
import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { type FocusEvent, useState } from "react";
import { errorText } from "#shared/api/error-text.ts";
import { formatDistance, townName } from "#shared/formatting/format.ts";
import { buttonClasses } from "#shared/ui/button-classes.ts";
import { Button } from "#shared/ui/Button.tsx";
import { EmptyState } from "#shared/ui/EmptyState.tsx";
import { ErrorState } from "#shared/ui/ErrorState.tsx";
import { Link } from "#shared/ui/Link.tsx";
import { SkeletonRideCards } from "#shared/ui/Skeleton.tsx";
import { useToast } from "#shared/ui/toasts/Toasts.tsx";
import { keepListOrder, type NearDriver } from "./driver-list.ts";
import { DriverCard } from "./DriverCard.tsx";
import { NearbyRides } from "./NearbyRides.tsx";
import { useCurrentPlace } from "./use-current-place.ts";
import type { useNearbyDrivers } from "./use-nearby-drivers.ts";

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

const PAGE_SIZE = 20;

interface DriverListProps {
  readonly nearDrivers: readonly NearDriver[];
  /** Name of the place searched. */
  readonly town: string;
  readonly selectedId: string | undefined;
  readonly nowMs: number;
  readonly requestLink: (nearDrivers: NearDriver) => string;
  readonly onHighlight: (uid: string | undefined) => void;
}

/**
 * Active drivers, nearest first: the accessible equivalent of the map. While focus or pointer is inside, the order
 * stays fixed, so that no card moves away.
 */
function DriverList({
  nearDrivers,
  town,
  selectedId,
  nowMs,
  requestLink,
  onHighlight,
}: DriverListProps) {
  const { t } = useLingui();
  const [order, setOrder] = useState<readonly string[]>();
  const [maxShown, setMaxShown] = useState(PAGE_SIZE);
  const freezeOrder = () =>
    setOrder((frozen) => frozen ?? nearDrivers.map(({ driver }) => driver.uid));
  const releaseOrder = () => setOrder(undefined);
  const ordered = order ? keepListOrder(nearDrivers, order) : nearDrivers;
  // A driver selected on the map comes first, regardless of distance.
  const isSelected = ({ driver }: NearDriver) => driver.uid === selectedId;
  const listed = [...ordered.filter(isSelected), ...ordered.filter((one) => !isSelected(one))];
  const count = t`${plural(nearDrivers.length, {
    one: "# driver",
    other: "# drivers",
  })} near ${town}`;
  return (
    <section aria-label={t`Active drivers`} className="grid gap-3">
      <p role="status" className="font-display text-lg font-bold">
        {count}
      </p>
      <ul
        className="grid gap-3"
        onPointerEnter={freezeOrder}
        onPointerLeave={releaseOrder}
        onFocus={freezeOrder}
        onBlur={({ currentTarget, relatedTarget }: FocusEvent) => {
          if (!currentTarget.contains(relatedTarget)) releaseOrder();
        }}
      >
        {listed.slice(0, maxShown).map((one) => (
          <DriverCard
            key={one.driver.uid}
            nearDriver={one}
            selected={isSelected(one)}
            nowMs={nowMs}
            requestLink={requestLink(one)}
            onHighlight={onHighlight}
          />
        ))}
      </ul>
      {listed.length > maxShown && (
        <Button variant="line" onClick={() => setMaxShown(maxShown + PAGE_SIZE)}>
          {t`Show more`}
        </Button>
      )}
    </section>
  );
}
