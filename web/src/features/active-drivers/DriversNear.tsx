import { DRIVERS_RADIUS_KM } from "@commonlane/contract/limits";
import type { Place } from "@commonlane/contract/shapes";
import { useLingui } from "@lingui/react/macro";
import { errorText } from "#shared/error-text.ts";
import { buttonLook } from "#shared/ui/button-look.ts";
import { EmptyState } from "#shared/ui/EmptyState.tsx";
import { ErrorState } from "#shared/ui/ErrorState.tsx";
import { Link } from "#shared/ui/Link.tsx";
import { SkeletonCards } from "#shared/ui/Skeleton.tsx";
import { townOf } from "#shared/wording/wording.ts";
import type { AskLink } from "./ask-link.ts";
import { DriverList } from "./DriverList.tsx";
import { HereButton } from "./HereButton.tsx";
import { RidesNear } from "./RidesNear.tsx";
import type { useDriversNear } from "./use-drivers-near.ts";

interface DriversNearProps {
  readonly place: Place | null;
  readonly drivers: ReturnType<typeof useDriversNear>;
  readonly selectedId: string | undefined;
  readonly nowMs: number;
  readonly askLink: AskLink;
  readonly onPoint: (uid: string | undefined) => void;
  readonly onPlace: (place: Place) => void;
}

/** The list of drivers around a place, or what to do where there is none. */
export function DriversNear({ place, drivers, selectedId, nowMs, askLink, onPoint, onPlace }: DriversNearProps) {
  const { t } = useLingui();
  const { near, listed, live } = drivers;
  if (!place) {
    return (
      <EmptyState title={t`Where are you?`} action={<HereButton onPlace={onPlace} />} className="py-4">
        {t`Type a place, or let this device tell where it is once. You then see who is active within ${DRIVERS_RADIUS_KM} km.`}
      </EmptyState>
    );
  }
  if (near.length === 0 && listed.isPending) return <SkeletonCards count={2} />;
  if (near.length === 0 && listed.error) {
    return (
      <ErrorState
        message={errorText(listed.error, t`The drivers could not be loaded. Check your connection and try again.`)}
        onRetry={() => void drivers.refresh()}
        retrying={listed.isFetching}
      />
    );
  }
  if (near.length === 0) return <Nobody place={place} askLink={askLink} />;
  return (
    <>
      <DriverList
        near={near}
        town={townOf(place.label)}
        selectedId={selectedId}
        nowMs={nowMs}
        askAt={({ driver }) => askLink(place, driver)}
        onPoint={onPoint}
      />
      <p className="text-sm text-ink-3">
        {live ? t`The list and the map follow by themselves.` : t`The list is read again every 10 seconds.`}
      </p>
    </>
  );
}

function Nobody({ place, askLink }: { place: Place; askLink: AskLink }) {
  const { t } = useLingui();
  return (
    <>
      <EmptyState
        title={t`Nobody is active near ${townOf(place.label)} now`}
        className="py-4"
        action={
          <>
            <Link to={askLink(place)} className={buttonLook()}>
              {t`Post a ride request`}
            </Link>
            <Link to="/seek" className={buttonLook("line")}>
              {t`Seek a ride`}
            </Link>
          </>
        }
      >
        {t`Whoever goes active within ${DRIVERS_RADIUS_KM} km shows up here at once. Drivers who pass later can answer a request.`}
      </EmptyState>
      <RidesNear place={place} />
    </>
  );
}
