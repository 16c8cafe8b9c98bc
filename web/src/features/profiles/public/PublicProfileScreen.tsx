import { profiles, type PublicProfile } from "@commonlane/contract/profiles";
import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useParams } from "react-router";
import { isProblem } from "#shared/api/api-error.ts";
import { endpointQuery } from "#shared/api/endpoint-query.ts";
import { errorText } from "#shared/api/error-text.ts";
import { monthText } from "#shared/formatting/day-and-time.ts";
import { listFormat, namesIn } from "#shared/formatting/formatters.ts";
import { MaskedTextNote } from "#shared/masking/MaskedTextNote.tsx";
import { comfortLabels, statedPreferences } from "#shared/profile/preference-labels.ts";
import { ReliabilityFacts } from "#shared/profile/ReliabilityFacts.tsx";
import { vehicleName } from "#shared/profile/vehicle-form.ts";
import { BlockedNotice } from "#shared/safety/BlockedNotice.tsx";
import { PersonMenu } from "#shared/safety/PersonMenu.tsx";
import { useUser } from "#shared/session/SessionProvider.tsx";
import { MarkBadges } from "#shared/trust-marks/MarkBadges.tsx";
import { Avatar } from "#shared/ui/Avatar.tsx";
import { ErrorState } from "#shared/ui/ErrorState.tsx";
import type { IconName } from "#shared/ui/icon-paths.ts";
import { Icon } from "#shared/ui/Icon.tsx";
import { Link } from "#shared/ui/Link.tsx";
import { Notice } from "#shared/ui/Notice.tsx";
import { NotFound } from "#shared/ui/PlainPage.tsx";
import { SkeletonCards } from "#shared/ui/Skeleton.tsx";
import { useTitle } from "#shared/ui/use-title.ts";
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

/** Optional details of a profile; empty ones are omitted. */
function PublicProfileDetails({ person }: { person: PublicProfile }) {
  const { t, i18n } = useLingui();
  const { displayName, bio, languages, preferences, vehicles } = person;
  const names = namesIn(i18n.locale, { type: "language" });
  const languagesText = listFormat({}).format(languages.map((code) => names.of(code) ?? code));
  const shownPreferences = statedPreferences(preferences);
  const isEmpty =
    !bio && languages.length === 0 && shownPreferences.length === 0 && vehicles.length === 0;
  if (isEmpty)
    return <p className="text-ink-2">{t`${displayName} hasn't added any details yet.`}</p>;
  return (
    <div className="grid gap-6 card p-5">
      {bio && (
        <ProfileSection
          title={t({
            message: "About",
            context: "what people write about themselves",
          })}
        >
          <p className="whitespace-pre-line wrap-anywhere">{bio}</p>
          <MaskedTextNote text={bio} />
        </ProfileSection>
      )}
      {languagesText && (
        <ProfileSection
          title={t({
            comment: "Before the languages that someone speaks.",
            message: "Speaks",
          })}
        >
          <p>{languagesText}</p>
        </ProfileSection>
      )}
      {shownPreferences.length > 0 && (
        <ProfileSection title={t`In the car`}>
          <ul className="flex flex-wrap gap-x-5 gap-y-2">
            {shownPreferences.map(({ icon, words }) => (
              <ProfileDetail key={icon} icon={icon}>
                {i18n._(words)}
              </ProfileDetail>
            ))}
          </ul>
        </ProfileSection>
      )}
      {vehicles.length > 0 && (
        <ProfileSection title={t`Vehicles`}>
          <ul className="grid gap-3">
            {vehicles.map((vehicle, n) => (
              <VehicleDetail key={n} vehicle={vehicle} />
            ))}
          </ul>
        </ProfileSection>
      )}
    </div>
  );
}

function ProfileSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid gap-2">
      <h2 className="text-lg font-bold">{title}</h2>
      {children}
    </section>
  );
}

function ProfileDetail({ icon, children }: { icon: IconName; children: ReactNode }) {
  return (
    <li className="flex items-center gap-2">
      <Icon name={icon} className="text-ink-3" />
      {children}
    </li>
  );
}

function VehicleDetail({ vehicle }: { vehicle: PublicProfile["vehicles"][number] }) {
  const { t, i18n } = useLingui();
  const { seats, comfort } = vehicle;
  const details = [
    t`${plural(seats, {
      one: "# seat",
      other: "# seats",
    })}`,
    ...comfort.map((name) => i18n._(comfortLabels[name])),
  ];
  return (
    <li className="flex items-start gap-3">
      <Icon name="car" className="mt-0.5 text-ink-3" />
      <div className="min-w-0">
        <p className="font-semibold wrap-anywhere">{vehicleName(vehicle)}</p>
        <p className="text-sm text-ink-3">{details.join(" · ")}</p>
      </div>
    </li>
  );
}
