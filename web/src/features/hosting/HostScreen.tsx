import type { Profile } from "@commonlane/contract/profiles";
import type { RideTemplate } from "@commonlane/contract/ride-templates";
import type { Ride } from "@commonlane/contract/rides";
import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { useSearchParams } from "react-router";
import { isProblem } from "#shared/api-error.ts";
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
import { ownTemplates, rideToChange } from "./hosting.queries.ts";
import { emptyDraft, type RideDraft } from "./ride-draft.ts";
import { againOf, draftOf, draftOfTerms } from "./ride-terms.ts";
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

/** Offers a ride; with `?ride=` changes one, with `?again=` or `?template=` begins with what was before. */
export function HostScreen({ wish, along }: { wish: HostWish | undefined; along?: AlongSlot | undefined }) {
  const { t } = useLingui();
  const [search] = useSearchParams();
  const changing = search.get("ride") ?? undefined;
  const again = search.get("again") ?? undefined;
  const rideId = changing ?? again;
  const templateId = rideId === undefined ? (search.get("template") ?? undefined) : undefined;
  useTitle(changing ? t`Change your ride` : t`Host a ride`);
  const profile = useQuery(ownProfile);
  const ride = useQuery({ ...rideToChange(rideId ?? ""), enabled: rideId !== undefined });
  const templates = useQuery({ ...ownTemplates, enabled: templateId !== undefined });
  if (isProblem(ride.error, "not_found")) return <NoSuchRide />;
  const { data: begun, error, refetch, isRefetching } = rideId === undefined ? templates : ride;
  const waits = !begun && (rideId ?? templateId) !== undefined;
  if (waits && error) {
    return (
      <Alone>
        <ErrorState message={error.message} onRetry={() => void refetch()} retrying={isRefetching} />
      </Alone>
    );
  }
  if (profile.isPending || waits) {
    return (
      <Alone>
        <SkeletonCards count={2} />
      </Alone>
    );
  }
  // Without a profile there are no vehicles to choose from, but a ride can be hosted.
  const isAgain = again !== undefined && !changing;
  const template = templates.data?.items.find(({ id }) => id === templateId);
  const gone = templateId !== undefined && !template;
  const begin = { ride: ride.data, again: isAgain, template, gone, wish };
  return <Ready key={rideId ?? template?.id} profile={profile.data} along={along} {...begin} />;
}

interface ReadyProps {
  readonly along: AlongSlot | undefined;
  readonly profile: Profile | undefined;
  readonly ride: Ride | undefined;
  readonly again: boolean;
  readonly template: RideTemplate | undefined;
  /** There is no such template any more. */
  readonly gone: boolean;
  readonly wish: HostWish | undefined;
}

function Ready({ profile, ride, again, template, gone, wish, along }: ReadyProps) {
  const { t } = useLingui();
  const { uid } = useUser();
  // Held, so that no day moves on under the reader's eyes.
  const [now] = useState(() => new Date());
  if (template) {
    const initial = draftOfTerms(template.ride, profile?.vehicles ?? [], now);
    return (
      <HostWizard draftName={`template.${uid}.${template.id}`} initial={initial} profile={profile} along={along} />
    );
  }
  if (!ride) {
    const initial = { ...emptyDraft(profile?.preferences, now), ...(wish && wishedOf(wish)) };
    const name = wish ? `host-wish.${uid}.${wish.from?.label}.${wish.to?.label}.${wish.day}` : `host.${uid}`;
    const notice = gone ? t`This template is not there any more. A ride can be hosted without it.` : undefined;
    const form = { draftName: name, initial, profile, along, notice };
    return <HostWizard key={name} {...form} />;
  }
  if (again) {
    const initial = againOf(ride, profile?.vehicles ?? [], now);
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

function NoSuchRide() {
  const { t } = useLingui();
  return (
    <Alone>
      <EmptyState
        title={t`This ride is not here any more`}
        action={
          <Link to="/host" className={buttonLook()}>
            {t`Host a ride`}
          </Link>
        }
      >
        {t`It may be over, or the link is not complete.`}
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
