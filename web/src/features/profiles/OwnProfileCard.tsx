import type { Profile } from "@commonlane/contract/profiles";
import { useLingui } from "@lingui/react/macro";
import { Suspense, useState } from "react";
import { statedPreferences } from "#shared/profile/preference-labels.ts";
import { Avatar } from "#shared/ui/Avatar.tsx";
import { Button } from "#shared/ui/Button.tsx";
import { buttonClasses } from "#shared/ui/button-classes.ts";
import { Dialog } from "#shared/ui/Dialog.tsx";
import { listFormat, namesIn } from "#shared/formatting/formatters.ts";
import { Icon } from "#shared/ui/Icon.tsx";
import { lazyScreen } from "#shared/ui/lazy-screen.tsx";
import { Link } from "#shared/ui/Link.tsx";
import { SkeletonCards } from "#shared/ui/Skeleton.tsx";
import { monthText } from "#shared/formatting/day-and-time.ts";
import { PhotoControls } from "./photo/PhotoControls.tsx";
import { VerificationBadges } from "./public/VerificationBadges.tsx";

const EditProfileForm = lazyScreen(() => import("./edit/EditProfileForm.tsx"), "EditProfileForm");

/** The user's profile as others see it, with buttons to change it. */
export function OwnProfileCard({ profile }: { profile: Profile }) {
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
