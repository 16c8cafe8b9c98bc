import type { Profile } from "@commonlane/contract/profiles";
import type { Ride } from "@commonlane/contract/rides";
import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useSearchParams } from "react-router";
import { chosen, type PlaceChoice } from "#shared/places/place-choice.ts";
import { ownProfile } from "#shared/profile/own-profile.ts";
import { useUser } from "#shared/session/SessionProvider.tsx";
import { buttonLook } from "#shared/ui/button-look.ts";
import { EmptyState } from "#shared/ui/EmptyState.tsx";
import { ErrorState } from "#shared/ui/ErrorState.tsx";
import { Link } from "#shared/ui/Link.tsx";
import { SkeletonCards } from "#shared/ui/Skeleton.tsx";
import { useTitle } from "#shared/ui/use-title.ts";
import { HostWizard } from "./HostWizard.tsx";
import { rideToChange } from "./hosting.queries.ts";
import { emptyDraft, type RideDraft } from "./ride-draft.ts";
import { againOf, draftOf } from "./ride-terms.ts";
import type { AlongSlot } from "./wizard-props.ts";

/** What somebody looked for before they thought of hosting. */
export interface HostWish {
  readonly from: ZonedPlace | null;
  readonly to: ZonedPlace | null;
  /** A calendar date, YYYY-MM-DD. */
  readonly day: string;
  /** HH:MM, if one was said. */
  readonly time: string | null;
}
type ZonedPlace = NonNullable<PlaceChoice["place"]>;

/** Offers a ride; with `?ride=` changes one, with `?again=` begins with what an earlier one was like. */
export function HostScreen({ wish, along }: { wish: HostWish | undefined; along?: AlongSlot | undefined }) {
  const { t } = useLingui();
  const [search] = useSearchParams();
  const changing = search.get("ride") ?? undefined;
  const again = search.get("again") ?? undefined;
  const rideId = changing ?? again;
  useTitle(changing ? t`Change your ride` : t`Host a ride`);
  const profile = useQuery(ownProfile);
  const ride = useQuery({ ...rideToChange(rideId ?? ""), enabled: rideId !== undefined });
  if (rideId !== undefined && ride.error) {
    return (
      <Alone>
        <ErrorState message={ride.error.message} onRetry={() => void ride.refetch()} retrying={ride.isRefetching} />
      </Alone>
    );
  }
  if (profile.isPending || (rideId !== undefined && !ride.data)) {
    return (
      <Alone>
        <SkeletonCards count={2} />
      </Alone>
    );
  }
  // Without a profile there are no vehicles to choose from, but a ride can be hosted.
  const isAgain = again !== undefined && !changing;
  return <Ready key={rideId} profile={profile.data} ride={ride.data} again={isAgain} wish={wish} along={along} />;
}

interface ReadyProps {
  readonly along: AlongSlot | undefined;
  readonly profile: Profile | undefined;
  readonly ride: Ride | undefined;
  readonly again: boolean;
  readonly wish: HostWish | undefined;
}

function Ready({ profile, ride, again, wish, along }: ReadyProps) {
  const { t } = useLingui();
  const { uid } = useUser();
  if (!ride) {
    const initial = { ...emptyDraft(profile?.preferences), ...(wish && wishedOf(wish)) };
    const name = wish ? `host-wish.${uid}.${wish.from?.label}.${wish.to?.label}.${wish.day}` : `host.${uid}`;
    return <HostWizard key={name} draftName={name} initial={initial} profile={profile} along={along} />;
  }
  if (again) {
    const initial = againOf(ride, profile?.vehicles ?? []);
    return <HostWizard draftName={`host-again.${uid}.${ride.id}`} initial={initial} profile={profile} along={along} />;
  }
  if (ride.hostId === uid && ride.status === "scheduled") {
    return (
      <HostWizard draftName={`host.${uid}.${ride.id}`} initial={draftOf(ride)} profile={profile} changing={ride} />
    );
  }
  return (
    <Alone>
      <EmptyState
        title={t`This ride cannot be changed`}
        action={
          <Link to={`/rides/${ride.id}`} className={buttonLook("line")}>
            {t`See the ride`}
          </Link>
        }
      >
        {ride.hostId === uid ? t`It has left, or was cancelled.` : t`Only its host can change it.`}
      </EmptyState>
    </Alone>
  );
}

const wishedOf = ({ from, to, day, time }: HostWish): Partial<RideDraft> => ({
  ...(from && { origin: chosen(from) }),
  ...(to && { destination: chosen(to) }),
  date: day,
  ...(time && { time }),
});

function Alone({ children }: { children: ReactNode }) {
  const { t } = useLingui();
  return (
    <div className="mx-auto w-full max-w-2xl px-(--gutter) py-6">
      <h1 className="sr-only">{t`Host a ride`}</h1>
      {children}
    </div>
  );
}
