import { RATINGS_TELLING } from "@commonlane/contract/limits";
import { profiles, type PublicProfile } from "@commonlane/contract/profiles";
import { useLingui } from "@lingui/react/macro";
import { queryOptions, useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useParams } from "react-router";
import { isProblem } from "#shared/api-error.ts";
import { call } from "#shared/api.ts";
import { errorText } from "#shared/error-text.ts";
import { ReliabilityFacts } from "#shared/profile/ReliabilityFacts.tsx";
import { PersonMenu } from "#shared/safety/PersonMenu.tsx";
import { YouBlocked } from "#shared/safety/YouBlocked.tsx";
import { useUser } from "#shared/session/SessionProvider.tsx";
import { Avatar } from "#shared/ui/Avatar.tsx";
import { buttonLook } from "#shared/ui/button-look.ts";
import { EmptyState } from "#shared/ui/EmptyState.tsx";
import { ErrorState } from "#shared/ui/ErrorState.tsx";
import { Link } from "#shared/ui/Link.tsx";
import { Notice } from "#shared/ui/Notice.tsx";
import { SkeletonCards } from "#shared/ui/Skeleton.tsx";
import { useTitle } from "#shared/ui/use-title.ts";
import { monthText } from "./month-text.ts";
import { PublicFacts } from "./PublicFacts.tsx";
import { Ticks } from "./Ticks.tsx";

const profileOf = (uid: string) =>
  queryOptions({
    queryKey: ["profiles", "of-person", uid],
    queryFn: ({ signal }) => call(profiles.ofPerson, { params: { uid } }, { signal }),
  });

interface PublicProfileScreenProps {
  /** What was said of the person, who may be the reader. */
  ratings: (uid: string, mine: boolean) => ReactNode;
}

/** A person as others see them. */
export function PublicProfileScreen({ ratings }: PublicProfileScreenProps) {
  const { t } = useLingui();
  const { uid = "" } = useParams();
  const { data: person, error, isPending, refetch, isRefetching } = useQuery(profileOf(uid));
  // Also of somebody who was there a moment ago.
  const gone = isProblem(error, "not_found");
  useTitle((!gone && person?.displayName) || t`Profile`);
  return (
    <div className="mx-auto grid w-full max-w-2xl gap-6 px-(--gutter) py-6">
      {person && !gone ? (
        <Shown person={person} ratings={ratings} />
      ) : (
        <h1 className="text-2xl font-bold tracking-[-.02em] outline-none">{t`Profile`}</h1>
      )}
      {isPending && <SkeletonCards count={2} />}
      {gone && <YouBlocked uid={uid} otherwise={<Nobody />} />}
      {!person && error && !gone && (
        <ErrorState
          message={errorText(error, t`The profile could not be loaded. Check your connection and try again.`)}
          onRetry={() => void refetch()}
          retrying={isRefetching}
        />
      )}
    </div>
  );
}

function Nobody() {
  const { t } = useLingui();
  return (
    <EmptyState
      title={t`Nobody is here`}
      action={
        <Link to="/home" className={buttonLook("solid")}>
          {t`See rides near you`}
        </Link>
      }
    >
      {t`This person has left, or the address is not whole.`}
    </EmptyState>
  );
}

function Shown({ person, ratings }: PublicProfileScreenProps & { person: PublicProfile }) {
  const { t } = useLingui();
  const { uid } = useUser();
  const { displayName, initials, photoLarge, emailVerified, phoneVerified, memberSince, rating } = person;
  const since = monthText(memberSince);
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
        <Avatar uid={person.uid} name={displayName} initials={initials} photo={photoLarge} size="xl" />
        <div className="grid min-w-44 flex-1 gap-1.5">
          <h1 className="text-2xl font-bold tracking-[-.02em] wrap-anywhere outline-none">{displayName}</h1>
          <p className="text-ink-3">{t`Member since ${since}`}</p>
          <Ticks
            emailVerified={emailVerified}
            phoneVerified={phoneVerified || undefined}
            isNew={rating.count < RATINGS_TELLING}
          />
        </div>
        {person.uid !== uid && <PersonMenu person={person} />}
      </header>
      <PublicFacts person={person} />
      <ReliabilityFacts reliability={person.reliability} mine={person.uid === uid} />
      {ratings(person.uid, person.uid === uid)}
    </>
  );
}
