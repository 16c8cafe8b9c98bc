import type { Profile } from "@commonlane/contract/profiles";
import type { RideTemplate } from "@commonlane/contract/ride-templates";
import type { Ride } from "@commonlane/contract/rides";
import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { useSearchParams } from "react-router";
import { isProblem } from "#shared/api/api-error.ts";
import { toPlaceChoice, type PlaceChoice } from "#shared/places/place-choice.ts";
import { ownProfile } from "#shared/profile/own-profile.ts";
import { useUser } from "#shared/session/SessionProvider.tsx";
import { buttonClasses } from "#shared/ui/button-classes.ts";
import { EmptyState } from "#shared/ui/EmptyState.tsx";
import { ErrorState } from "#shared/ui/ErrorState.tsx";
import { Link } from "#shared/ui/Link.tsx";
import { SkeletonCards } from "#shared/ui/Skeleton.tsx";
import { useTitle } from "#shared/ui/use-title.ts";
import { HostWizard } from "./HostWizard.tsx";
import { ownTemplates, rideToChange } from "../hosting.queries.ts";
import { emptyDraft, type RideDraft } from "../draft/ride-draft.ts";
import { draftToHostAgain, draftFromRide, draftFromTemplate } from "../draft/ride-payload.ts";
import type { RenderRequestsAlong } from "./wizard-props.ts";

/** What somebody looked for before they thought of hosting. */
export interface HostPrefill {
  readonly from: ZonedPlace | null;
  readonly to: ZonedPlace | null;
  /** A calendar date, YYYY-MM-DD. */
  readonly day: string;
  /** HH:MM, if one was said. */
  readonly time: string | null;
}
type ZonedPlace = NonNullable<PlaceChoice["place"]>;

/** Offers a ride; with `?ride=` changes one, with `?again=` or `?template=` begins with what was before. */
export function HostScreen({
  prefill,
  renderRequestsAlong,
}: {
  prefill: HostPrefill | undefined;
  renderRequestsAlong?: RenderRequestsAlong | undefined;
}) {
  const { t } = useLingui();
  const [search] = useSearchParams();
  const changedRideId = search.get("ride") ?? undefined;
  const again = search.get("again") ?? undefined;
  const rideId = changedRideId ?? again;
  const templateId = rideId === undefined ? (search.get("template") ?? undefined) : undefined;
  useTitle(changedRideId ? t`Change your ride` : t`Host a ride`);
  const profile = useQuery(ownProfile);
  const ride = useQuery({ ...rideToChange(rideId ?? ""), enabled: rideId !== undefined });
  const templates = useQuery({ ...ownTemplates, enabled: templateId !== undefined });
  if (isProblem(ride.error, "not_found")) return <RideNotFound />;
  const { data: loaded, error, refetch, isRefetching } = rideId === undefined ? templates : ride;
  const isLoading = !loaded && (rideId ?? templateId) !== undefined;
  if (isLoading && error) {
    return (
      <HostPage>
        <ErrorState message={error.message} onRetry={() => void refetch()} retrying={isRefetching} />
      </HostPage>
    );
  }
  if (profile.isPending || isLoading) {
    return (
      <HostPage>
        <SkeletonCards count={2} />
      </HostPage>
    );
  }
  // Without a profile there are no vehicles to choose from, but a ride can be hosted.
  const isAgain = again !== undefined && !changedRideId;
  const template = templates.data?.items.find(({ id }) => id === templateId);
  const gone = templateId !== undefined && !template;
  const startFrom = { ride: ride.data, again: isAgain, template, gone, wish: prefill };
  return (
    <LoadedHostWizard
      key={rideId ?? template?.id}
      profile={profile.data}
      renderRequestsAlong={renderRequestsAlong}
      {...startFrom}
    />
  );
}

interface LoadedHostWizardProps {
  readonly renderRequestsAlong: RenderRequestsAlong | undefined;
  readonly profile: Profile | undefined;
  readonly ride: Ride | undefined;
  readonly again: boolean;
  readonly template: RideTemplate | undefined;
  /** There is no such template any more. */
  readonly gone: boolean;
  readonly wish: HostPrefill | undefined;
}

function LoadedHostWizard({ profile, ride, again, template, gone, wish, renderRequestsAlong }: LoadedHostWizardProps) {
  const { t } = useLingui();
  const { uid } = useUser();
  // Held, so that no day moves on under the reader's eyes.
  const [now] = useState(() => new Date());
  if (template) {
    const initial = draftFromTemplate(template.ride, profile?.vehicles ?? [], now);
    return (
      <HostWizard
        draftName={`template.${uid}.${template.id}`}
        initial={initial}
        profile={profile}
        renderRequestsAlong={renderRequestsAlong}
      />
    );
  }
  if (!ride) {
    const initial = { ...emptyDraft(profile?.preferences, now), ...(wish && toDraftFields(wish)) };
    const name = wish ? `host-wish.${uid}.${wish.from?.label}.${wish.to?.label}.${wish.day}` : `host.${uid}`;
    const notice = gone ? t`This template is not there any more. A ride can be hosted without it.` : undefined;
    const wizardProps = { draftName: name, initial, profile, renderRequestsAlong, notice };
    return <HostWizard key={name} {...wizardProps} />;
  }
  if (again) {
    const initial = draftToHostAgain(ride, profile?.vehicles ?? [], now);
    return (
      <HostWizard
        draftName={`host-again.${uid}.${ride.id}`}
        initial={initial}
        profile={profile}
        renderRequestsAlong={renderRequestsAlong}
      />
    );
  }
  if (ride.hostId === uid && ride.status === "scheduled") {
    return (
      <HostWizard
        draftName={`host.${uid}.${ride.id}`}
        initial={draftFromRide(ride)}
        profile={profile}
        changing={ride}
      />
    );
  }
  return (
    <HostPage>
      <EmptyState
        title={t`This ride cannot be changed`}
        action={
          <Link to={`/rides/${ride.id}`} className={buttonClasses("line")}>
            {t`See the ride`}
          </Link>
        }
      >
        {ride.hostId === uid ? t`It has left, or was cancelled.` : t`Only its host can change it.`}
      </EmptyState>
    </HostPage>
  );
}

function RideNotFound() {
  const { t } = useLingui();
  return (
    <HostPage>
      <EmptyState
        title={t`This ride is not here any more`}
        action={
          <Link to="/host" className={buttonClasses()}>
            {t`Host a ride`}
          </Link>
        }
      >
        {t`It may be over, or the link is not complete.`}
      </EmptyState>
    </HostPage>
  );
}

const toDraftFields = ({ from, to, day, time }: HostPrefill): Partial<RideDraft> => ({
  ...(from && { origin: toPlaceChoice(from) }),
  ...(to && { destination: toPlaceChoice(to) }),
  date: day,
  ...(time && { time }),
});

function HostPage({ children }: { children: ReactNode }) {
  const { t } = useLingui();
  return (
    <div className="mx-auto w-full max-w-2xl px-(--gutter) py-6">
      <h1 className="sr-only">{t`Host a ride`}</h1>
      {children}
    </div>
  );
}
