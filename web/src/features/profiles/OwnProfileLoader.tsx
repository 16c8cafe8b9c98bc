import type { Profile } from "@commonlane/contract/profiles";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { ownProfile } from "#shared/profile/own-profile.ts";
import { NotLoaded } from "#shared/ui/NotLoaded.tsx";
import { SkeletonForm } from "#shared/ui/SkeletonForm.tsx";

/** Loads the user's own profile and renders it. */
export function OwnProfileLoader({ children }: { children: (profile: Profile) => ReactNode }) {
  const query = useQuery(ownProfile);
  if (!query.data) return <NotLoaded query={query} placeholder={<SkeletonForm />} />;
  return children(query.data);
}
