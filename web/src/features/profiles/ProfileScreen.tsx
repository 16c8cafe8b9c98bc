import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { ownProfile } from "#shared/profile/own-profile.ts";
import { HiddenNote } from "#shared/hidings/HiddenNote.tsx";
import { ReliabilityFacts } from "#shared/profile/ReliabilityFacts.tsx";
import { useUser } from "#shared/session/SessionProvider.tsx";
import { ErrorState } from "#shared/ui/ErrorState.tsx";
import { SkeletonCards } from "#shared/ui/Skeleton.tsx";
import { useTitle } from "#shared/ui/use-title.ts";
import { Appearance } from "./Appearance.tsx";
import { IdentityCard } from "./IdentityCard.tsx";
import { LanguageAndTime } from "./LanguageAndTime.tsx";
import { PersonForm } from "./PersonForm.tsx";
import { Security } from "./Security.tsx";
import { Vehicles } from "./Vehicles.tsx";

/** Who one is to the others, what they may know, and how the app looks on this device. */
export function ProfileScreen({
  ratings,
  notices,
  contacts,
  blocked,
  console,
  data,
  signOut,
}: {
  ratings: ReactNode;
  notices: ReactNode;
  contacts: ReactNode;
  blocked: ReactNode;
  /** What only moderators have. */
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
          <HiddenNote id={uid} />
          <IdentityCard profile={profile} />
          {ratings}
          <ReliabilityFacts reliability={profile.reliability} mine />
          <PersonForm key={uid} profile={profile} />
          <Vehicles vehicles={profile.vehicles} />
          <LanguageAndTime profile={profile} />
        </>
      )}
      {notices}
      {contacts}
      {blocked}
      <Security />
      <Appearance />
      {data}
      {signOut}
    </div>
  );
}
