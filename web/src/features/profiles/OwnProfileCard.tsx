import { MIN_RATINGS_FOR_MEAN } from "@commonlane/contract/limits";
import type { Profile } from "@commonlane/contract/profiles";
import { useLingui } from "@lingui/react/macro";
import { Avatar } from "#shared/ui/Avatar.tsx";
import { buttonClasses } from "#shared/ui/button-classes.ts";
import { Icon } from "#shared/ui/Icon.tsx";
import { Link } from "#shared/ui/Link.tsx";
import { monthText } from "./public/month-text.ts";
import { PhotoControls } from "./photo/PhotoControls.tsx";
import { VerificationBadges } from "./public/VerificationBadges.tsx";

/** The user's profile as others see it, with photo and verification badges. */
export function OwnProfileCard({ profile }: { profile: Profile }) {
  const { t } = useLingui();
  const { uid, displayName, email, emailVerified, phoneVerified, photoLarge, rating, createdAt } = profile;
  const memberSinceText = monthText(createdAt);
  return (
    <section
      aria-label={t`How others see you`}
      className="flex flex-wrap items-center gap-x-5 gap-y-4 rounded-lg border border-line bg-surface p-5"
    >
      <Avatar uid={uid} name={displayName} email={email} photo={photoLarge} size="xl" />
      <div className="grid min-w-44 flex-1 gap-1.5">
        <h2 className="text-xl font-bold tracking-[-.015em] wrap-anywhere">{displayName ?? email}</h2>
        <p className="text-ink-3">{t`Member since ${memberSinceText}`}</p>
        <VerificationBadges
          emailVerified={emailVerified}
          phoneVerified={phoneVerified}
          isNew={rating.count < MIN_RATINGS_FOR_MEAN}
        />
      </div>
      <div className="flex w-full flex-wrap items-center gap-2">
        <PhotoControls hasPhoto={photoLarge !== null} />
        <Link to={`/profile/${uid}`} className={buttonClasses("line", "sm")}>
          <Icon name="eye" />
          {t`View public profile`}
        </Link>
      </div>
      <p className="flex w-full items-start gap-2 border-t border-line pt-3 text-sm text-ink-3">
        <Icon name="shield" className="mt-0.5 size-4" />
        {t`People you haven't travelled with see your photo, first name and initial. Your phone number stays hidden until a seat is accepted.`}
      </p>
    </section>
  );
}
