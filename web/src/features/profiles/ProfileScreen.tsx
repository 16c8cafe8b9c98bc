import type { Profile } from "@commonlane/contract/profiles";
import { useLingui } from "@lingui/react/macro";
import { type ReactNode, Suspense, useState } from "react";
import { RemovedContentNote } from "#shared/content-removals/RemovedContentNote.tsx";
import { monthText } from "#shared/formatting/day-and-time.ts";
import { listFormat, namesIn } from "#shared/formatting/formatters.ts";
import { statedPreferences } from "#shared/profile/preference-labels.ts";
import { ReliabilityFacts } from "#shared/profile/ReliabilityFacts.tsx";
import { useUser } from "#shared/session/SessionProvider.tsx";
import { Avatar } from "#shared/ui/Avatar.tsx";
import { buttonClasses } from "#shared/ui/button-classes.ts";
import { Button } from "#shared/ui/Button.tsx";
import { Dialog } from "#shared/ui/Dialog.tsx";
import { Icon } from "#shared/ui/Icon.tsx";
import { lazyScreen } from "#shared/ui/lazy-screen.tsx";
import { Link } from "#shared/ui/Link.tsx";
import { SkeletonCards } from "#shared/ui/Skeleton.tsx";
import { useTitle } from "#shared/ui/use-title.ts";
import { OwnProfileLoader } from "./OwnProfileLoader.tsx";
import { PhotoControls } from "./photo/PhotoControls.tsx";
import { VerificationBadges } from "./public/VerificationBadges.tsx";

const OwnMarks = lazyScreen(() => import("./trust-marks/OwnMarks.tsx"), "OwnMarks");

interface ProfileScreenProps {
  readonly ratings: ReactNode;
  /** Link for moderators only. */
  readonly console: ReactNode;
}

/** What others see of the user, and how to change it. Everything else is in the settings. */
export function ProfileScreen({ ratings, console }: ProfileScreenProps) {
  const { t } = useLingui();
  const { uid } = useUser();
  useTitle(t`Profile`);
  return (
    <div className="mx-auto grid w-full max-w-2xl gap-6 px-(--gutter) py-6">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h1 className="text-2xl font-bold tracking-[-.02em] outline-none">{t`Profile`}</h1>
        <Link to="/settings" className={buttonClasses("ghost", "sm")}>
          <Icon name="settings" />
          {t`Settings`}
        </Link>
      </div>
      {console}
      <OwnProfileLoader>
        {(profile) => (
          <>
            <RemovedContentNote id={uid} />
            <OwnProfileCard key={uid} profile={profile} />
            <Suspense>
              <OwnMarks />
            </Suspense>
            {ratings}
            <ReliabilityFacts reliability={profile.reliability} isOwn />
          </>
        )}
      </OwnProfileLoader>
    </div>
  );
}

const EditProfileForm = lazyScreen(() => import("./edit/EditProfileForm.tsx"), "EditProfileForm");

/** The user's profile as others see it, with buttons to change it. */
function OwnProfileCard({ profile }: { profile: Profile }) {
  const { t } = useLingui();
  const [isEditing, setEditing] = useState(false);
  const { uid, displayName, email, emailVerified, phoneVerified, photoLarge, rating, createdAt } =
    profile;
  const memberSinceText = monthText(createdAt);
  return (
    <section
      aria-label={t`How others see you`}
      className="flex flex-wrap items-center gap-x-5 gap-y-4 card p-5"
    >
      <Avatar uid={uid} name={displayName} email={email} photo={photoLarge} size="xl" />
      <div className="grid min-w-44 flex-1 gap-1.5">
        <h2 className="text-xl font-bold tracking-[-.015em] wrap-anywhere">
          {displayName ?? email}
        </h2>
        <p className="text-ink-3">{t`Member since ${memberSinceText}`}</p>
        <VerificationBadges
          emailVerified={emailVerified}
          phoneVerified={phoneVerified}
          isNew={rating.count === 0 && (profile.reliability?.completed ?? 0) === 0}
        />
      </div>
      <div className="w-full">
        <PhotoControls hasPhoto={photoLarge !== null} />
      </div>
      <ProfileDetails profile={profile} />
      <div className="flex w-full flex-wrap items-center gap-2">
        <Button icon="edit" size="sm" onClick={() => setEditing(true)}>{t`Edit profile`}</Button>
        <Link to={`/profile/${uid}`} className={buttonClasses("line", "sm")}>
          <Icon name="eye" />
          {t`View public profile`}
        </Link>
      </div>
      <p className="flex w-full items-start gap-2 border-t border-line pt-3 text-sm text-ink-3">
        <Icon name="shield" className="mt-0.5 size-4" />
        {t`People you haven't travelled with see your photo, first name and initial. Your phone number stays hidden until a seat is accepted.`}
      </p>
      <Dialog open={isEditing} onClose={() => setEditing(false)} title={t`Edit profile`}>
        <Suspense fallback={<SkeletonCards count={2} />}>
          <EditProfileForm profile={profile} onSaved={() => setEditing(false)} />
        </Suspense>
      </Dialog>
    </section>
  );
}

/** Bio, languages and preferences; an empty bio is said to be missing, because people choose by it. */
function ProfileDetails({ profile: { bio, languages, preferences } }: { profile: Profile }) {
  const { t, i18n } = useLingui();
  const names = namesIn(i18n.locale, { type: "language" });
  const spoken = listFormat({}).format(languages.map((code) => names.of(code) ?? code));
  const preferencesText = statedPreferences(preferences).map(({ words }) => i18n._(words));
  return (
    <div className="grid w-full gap-1.5">
      {bio ? (
        <p className="whitespace-pre-line wrap-anywhere">{bio}</p>
      ) : (
        <p className="text-ink-3">{t`Nothing about you yet. A few words help others choose your ride.`}</p>
      )}
      {spoken && <p className="text-sm text-ink-2">{t`Speaks ${spoken}`}</p>}
      {preferencesText.length > 0 && (
        <p className="text-sm text-ink-2">{preferencesText.join(" · ")}</p>
      )}
    </div>
  );
}
