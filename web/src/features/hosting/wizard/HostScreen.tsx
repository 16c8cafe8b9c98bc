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
import { NotFound } from "#shared/ui/PlainPage.tsx";
import { SkeletonForm } from "#shared/ui/SkeletonForm.tsx";
import { useTitle } from "#shared/ui/use-title.ts";
import { HostWizard } from "./HostWizard.tsx";
import { hostedRides, ownTemplates, rideToChange } from "../hosting.queries.ts";
import { emptyDraft, type RideDraft } from "../draft/ride-draft.ts";
import { draftToHostAgain, draftFromRide, draftFromTemplate } from "../draft/ride-payload.ts";
import { usualTime } from "../draft/past-rides.ts";
import { STEP, type RenderRideCard, type RenderTrains } from "./wizard-steps.ts";

/** Values of a search or of a group to start hosting with. */
export interface HostPrefill {
  readonly from: ZonedPlace | null;
  readonly to: ZonedPlace | null;
  /** Calendar date, YYYY-MM-DD. */
  readonly day: string;
  /** HH:MM, if any. */
  readonly time: string | null;
  /** Id of the trust mark or group whose members the ride is for, or "". */
  readonly membersOf: string;
}
type ZonedPlace = NonNullable<PlaceChoice["place"]>;

interface HostScreenProps {
  readonly prefill: HostPrefill | undefined;
  readonly renderRideCard?: RenderRideCard | undefined;
  readonly renderTrains?: RenderTrains | undefined;
}

/**
 * Hosts a ride; `?ride=` edits one, with `&edit=time` only its time; `?again=` and `?template=` start from an earlier
 * one.
 */
export function HostScreen({ prefill, ...slots }: HostScreenProps) {
  const { t } = useLingui();
  const [search] = useSearchParams();
  const changedRideId = search.get("ride") ?? undefined;
  const repeatedRideId = search.get("again") ?? undefined;
  const rideId = changedRideId ?? repeatedRideId;
  const templateId = rideId === undefined ? (search.get("template") ?? undefined) : undefined;
  useTitle(changedRideId ? t`Edit your ride` : t`Host a ride`);
  const profile = useQuery(ownProfile);
  const ride = useQuery({
    ...rideToChange(rideId ?? ""),
    enabled: rideId !== undefined,
  });
  const templates = useQuery({
    ...ownTemplates,
    enabled: templateId !== undefined,
  });
  if (isProblem(ride.error, "not_found")) return <RideNotFound />;
  const { data: loaded, error, refetch, isRefetching } = rideId === undefined ? templates : ride;
  const isLoading = !loaded && (rideId ?? templateId) !== undefined;
  if (isLoading && error) {
    return (
      <HostPage>
        <ErrorState
          message={error.message}
          onRetry={() => void refetch()}
          retrying={isRefetching}
        />
      </HostPage>
    );
  }
  if (profile.isPending || isLoading) {
    return (
      <HostPage>
        <SkeletonForm />
      </HostPage>
    );
  }
  // Hosting works without a profile, only without saved vehicles.
  const isRepeat = repeatedRideId !== undefined && !changedRideId;
  const template = templates.data?.items.find(({ id }) => id === templateId);
  const isTemplateMissing = templateId !== undefined && !template;
  const isTimeOnly = search.get("edit") === "time";
  const startFrom = {
    ride: ride.data,
    isRepeat,
    isTimeOnly,
    template,
    isTemplateMissing,
    prefill,
  };
  return (
    <LoadedHostWizard
      key={rideId ?? template?.id}
      profile={profile.data}
      slots={slots}
      {...startFrom}
    />
  );
}

interface LoadedHostWizardProps {
  readonly slots: Omit<HostScreenProps, "prefill">;
  readonly profile: Profile | undefined;
  readonly ride: Ride | undefined;
  readonly isRepeat: boolean;
  readonly isTimeOnly: boolean;
  readonly template: RideTemplate | undefined;
  readonly isTemplateMissing: boolean;
  readonly prefill: HostPrefill | undefined;
}

function LoadedHostWizard({
  profile,
  ride,
  isRepeat,
  isTimeOnly,
  template,
  isTemplateMissing,
  prefill,
  slots,
}: LoadedHostWizardProps) {
  const { t } = useLingui();
  const { uid } = useUser();
  // Fixed, so that dates do not shift while the form is open.
  const [now] = useState(() => new Date());
  const vehicles = profile?.vehicles ?? [];
  const earlierRides = useHostedRides(uid, template !== undefined);
  if (template) {
    const time = usualTime(earlierRides, template.ride);
    const initial = {
      ...draftFromTemplate(template.ride, vehicles, now),
      ...(time && { time }),
      step: STEP.time,
    };
    return (
      <HostWizard
        draftName={`template.${uid}.${template.id}`}
        initial={initial}
        profile={profile}
        isRepeat
        {...slots}
      />
    );
  }
  if (!ride) {
    const initial = {
      ...emptyDraft(profile?.preferences, now, vehicles),
      ...(prefill && toDraftFields(prefill)),
    };
    const name = prefill
      ? `host-wish.${uid}.${prefill.from?.label}.${prefill.to?.label}.${prefill.day}.${prefill.membersOf}`
      : `host.${uid}`;
    const notice = isTemplateMissing
      ? t`This template no longer exists. You can host a ride without it.`
      : undefined;
    const wizardProps = {
      draftName: name,
      initial,
      profile,
      notice,
      ...slots,
    };
    return <HostWizard key={name} {...wizardProps} />;
  }
  if (isRepeat) {
    const initial = {
      ...draftToHostAgain(ride, vehicles, now),
      step: STEP.time,
    };
    return (
      <HostWizard
        draftName={`host-again.${uid}.${ride.id}`}
        initial={initial}
        profile={profile}
        isRepeat
        {...slots}
      />
    );
  }
  if (ride.hostId === uid && ride.status === "scheduled") {
    return (
      <HostWizard
        draftName={`host.${uid}.${ride.id}${isTimeOnly ? ".time" : ""}`}
        initial={draftFromRide(ride)}
        profile={profile}
        changing={ride}
        onlyStep={isTimeOnly ? STEP.time : undefined}
      />
    );
  }
  return (
    <HostPage>
      <EmptyState
        title={t`This ride can't be changed`}
        action={
          <Link to={`/rides/${ride.id}`} className={buttonClasses("line")}>
            {t`View ride`}
          </Link>
        }
      >
        {ride.hostId === uid ? t`It has left or was cancelled.` : t`Only its host can change it.`}
      </EmptyState>
    </HostPage>
  );
}

/** The host's rides that are loaded so far, upcoming and past. */
function useHostedRides(uid: string, enabled: boolean): readonly Ride[] {
  const upcoming = useQuery({
    ...hostedRides(uid, "true"),
    enabled,
  });
  const past = useQuery({
    ...hostedRides(uid, "false"),
    enabled,
  });
  return [...(upcoming.data?.items ?? []), ...(past.data?.items ?? [])];
}

function RideNotFound() {
  const { t } = useLingui();
  return (
    <HostPage>
      <NotFound title={t`This ride is no longer available`} to="/host" linkLabel={t`Host a ride`}>
        {t`It may be over, or the link is incomplete.`}
      </NotFound>
    </HostPage>
  );
}

const toDraftFields = ({ from, to, day, time, membersOf }: HostPrefill): Partial<RideDraft> => ({
  ...(from && { origin: toPlaceChoice(from) }),
  ...(to && { destination: toPlaceChoice(to) }),
  date: day,
  ...(time && { time }),
  membersOf,
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
