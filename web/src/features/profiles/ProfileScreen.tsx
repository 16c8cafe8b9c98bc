import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { ownProfile } from "#shared/profile/own-profile.ts";
import { RemovedContentNote } from "#shared/content-removals/RemovedContentNote.tsx";
import { ReliabilityFacts } from "#shared/profile/ReliabilityFacts.tsx";
import { useUser } from "#shared/session/SessionProvider.tsx";
import { ErrorState } from "#shared/ui/ErrorState.tsx";
import { SkeletonCards } from "#shared/ui/Skeleton.tsx";
import { useTitle } from "#shared/ui/use-title.ts";
import { Appearance } from "./edit/Appearance.tsx";
import { OwnProfileCard } from "./OwnProfileCard.tsx";
import { LanguageAndTime } from "./edit/LanguageAndTime.tsx";
import { PersonalDetailsForm } from "./edit/PersonalDetailsForm.tsx";
import { SecuritySection } from "./security/SecuritySection.tsx";
import { Vehicles } from "./edit/Vehicles.tsx";

/** The user's profile, personal data and settings. */
export function ProfileScreen({
  ratings,
  notifications,
  calendar,
  contacts,
  blocked,
  console,
  data,
  signOut,
}: {
  ratings: ReactNode;
  notifications: ReactNode;
  calendar: ReactNode;
  contacts: ReactNode;
  blocked: ReactNode;
  /** Link for moderators only. */
  console: ReactNode;
  data: ReactNode;
  signOut: ReactNode;
}) {
  const { t } = useLingui();
  const { uid } = useUser();
  const { data: profile, error, refetch, isRefetching } = useQuery(ownProfile);
  useTitle(t`Profile`);
  return (
    <div className="mx-auto grid w-full max-w-2xl gap-8 px-(--gutter) py-6">
      <h1 className="text-2xl font-bold tracking-[-.02em] outline-none">{t`Profile`}</h1>
      {console}
      {!profile && error && (
        <ErrorState message={error.message} onRetry={() => void refetch()} retrying={isRefetching} />
      )}
      {!profile && !error && <SkeletonCards />}
      {profile && (
        <>
          <RemovedContentNote id={uid} />
          <OwnProfileCard profile={profile} />
          {ratings}
          <ReliabilityFacts reliability={profile.reliability} isOwn />
          <PersonalDetailsForm key={uid} profile={profile} />
          <Vehicles vehicles={profile.vehicles} />
          <LanguageAndTime profile={profile} />
        </>
      )}
      {notifications}
      {calendar}
      {contacts}
      {blocked}
      <SecuritySection />
      <Appearance />
      {data}
      {signOut}
    </div>
  );
}
