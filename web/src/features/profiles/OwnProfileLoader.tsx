import type { Profile } from "@commonlane/contract/profiles";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { ownProfile } from "#shared/profile/own-profile.ts";
import { ErrorState } from "#shared/ui/ErrorState.tsx";
import { SkeletonForm } from "#shared/ui/SkeletonForm.tsx";

/** Loads the user's own profile and renders it. */
export function OwnProfileLoader({ children }: { children: (profile: Profile) => ReactNode }) {
  const { data: profile, error, refetch, isRefetching } = useQuery(ownProfile);
  if (profile) return children(profile);
  if (!error) return <SkeletonForm />;
  return (
    <ErrorState message={error.message} onRetry={() => void refetch()} retrying={isRefetching} />
  );
}
