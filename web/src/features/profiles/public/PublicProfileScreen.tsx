import { profiles, type PublicProfile } from "@commonlane/contract/profiles";
import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useParams } from "react-router";
import { endpointQuery } from "#shared/api/endpoint-query.ts";
import { isProblem } from "#shared/api/api-error.ts";
import { errorText } from "#shared/api/error-text.ts";
import { ReliabilityFacts } from "#shared/profile/ReliabilityFacts.tsx";
import { PersonMenu } from "#shared/safety/PersonMenu.tsx";
import { MarkBadges } from "#shared/trust-marks/MarkBadges.tsx";
import { BlockedNotice } from "#shared/safety/BlockedNotice.tsx";
import { useUser } from "#shared/session/SessionProvider.tsx";
import { Avatar } from "#shared/ui/Avatar.tsx";
import { ErrorState } from "#shared/ui/ErrorState.tsx";
import { Link } from "#shared/ui/Link.tsx";
import { Notice } from "#shared/ui/Notice.tsx";
import { NotFound } from "#shared/ui/PlainPage.tsx";
import { SkeletonCards } from "#shared/ui/Skeleton.tsx";
import { useTitle } from "#shared/ui/use-title.ts";
import { monthText } from "#shared/formatting/day-and-time.ts";
import { PublicProfileDetails } from "./PublicProfileDetails.tsx";
import { VerificationBadges } from "./VerificationBadges.tsx";

const publicProfileOf = (uid: string) => endpointQuery(profiles.byUid, { params: { uid } });

interface PublicProfileScreenProps {
  /** Renders the ratings of the person, who may be the viewer. */
  ratings: (uid: string, mine: boolean) => ReactNode;
}

/** A user's profile as others see it. */
export function PublicProfileScreen({ ratings }: PublicProfileScreenProps) {
  const { t } = useLingui();
  const { uid = "" } = useParams();
  const { data: person, error, isPending, refetch, isRefetching } = useQuery(publicProfileOf(uid));
  // The profile may become unavailable while it is open.
  const isNotFound = isProblem(error, "not_found");
  useTitle((!isNotFound && person?.displayName) || t`Profile`);
  return (
    <div className="mx-auto grid w-full max-w-2xl gap-6 px-(--gutter) py-6">
      {person && !isNotFound ? (
        <LoadedProfile person={person} ratings={ratings} />
      ) : (
        <h1 className="text-2xl font-bold tracking-[-.02em] outline-none">{t`Profile`}</h1>
      )}
      {isPending && <SkeletonCards count={2} />}
      {isNotFound && <BlockedNotice uid={uid} fallback={<ProfileNotFound />} />}
      {!person && error && !isNotFound && (
        <ErrorState
          message={errorText(
            error,
            t`Couldn't load the profile. Check your connection and try again.`,
          )}
          onRetry={() => void refetch()}
          retrying={isRefetching}
        />
      )}
    </div>
  );
}

function ProfileNotFound() {
  const { t } = useLingui();
  return (
    <NotFound title={t`Profile not found`} to="/home" linkLabel={t`See rides near you`}>
      {t`This person has left, or the link is incomplete.`}
    </NotFound>
  );
}

function LoadedProfile({ person, ratings }: PublicProfileScreenProps & { person: PublicProfile }) {
  const { t } = useLingui();
  const { uid } = useUser();
  const { displayName, initials, photoLarge, emailVerified, phoneVerified, memberSince, rating } =
    person;
  const memberSinceText = monthText(memberSince);
  return (
    <>
      {person.uid === uid && (
        <Notice tone="info">
          {t`This is how others see you.`}{" "}
          <Link to="/profile" className="underline underline-offset-4">
            {t`Edit your profile`}
          </Link>
        </Notice>
      )}
      <header className="flex flex-wrap items-center gap-x-5 gap-y-4">
        <Avatar
          uid={person.uid}
          name={displayName}
          initials={initials}
          photo={photoLarge}
          size="xl"
        />
        <div className="grid min-w-44 flex-1 gap-1.5">
          <h1 className="text-2xl font-bold tracking-[-.02em] wrap-anywhere outline-none">
            {displayName}
          </h1>
          <p className="text-ink-3">{t`Member since ${memberSinceText}`}</p>
          <VerificationBadges
            emailVerified={emailVerified}
            phoneVerified={phoneVerified}
            isNew={rating.count === 0 && (person.reliability?.completed ?? 0) === 0}
          />
          <MarkBadges marks={person.marks} />
        </div>
        {person.uid !== uid && <PersonMenu person={person} />}
      </header>
      <PublicProfileDetails person={person} />
      <ReliabilityFacts reliability={person.reliability} isOwn={person.uid === uid} />
      {ratings(person.uid, person.uid === uid)}
    </>
  );
}
