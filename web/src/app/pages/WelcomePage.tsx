import type { Profile } from "@commonlane/contract/profiles";
import { useLingui } from "@lingui/react/macro";
import { PushDevices } from "#features/notifications/push/PushDevices.tsx";
import { usePush } from "#features/notifications/push/use-push.ts";
import { SavedPlaceFields } from "#features/profiles/account/SavedPlaceFields.tsx";
import { OwnProfileLoader } from "#features/profiles/OwnProfileLoader.tsx";
import { PhotoControls } from "#features/profiles/photo/PhotoControls.tsx";
import { WelcomeScreen } from "#features/welcome/WelcomeScreen.tsx";
import { Avatar } from "#shared/ui/Avatar.tsx";

/** After the first sign-in: photo, home and work, notifications. */
export function WelcomePage() {
  return <OwnProfileLoader>{(profile) => <WelcomeSteps profile={profile} />}</OwnProfileLoader>;
}

function WelcomeSteps({ profile }: { profile: Profile }) {
  const { t } = useLingui();
  const push = usePush();
  const { uid, displayName, email, photoLarge, homePlace, workPlace } = profile;
  return (
    <WelcomeScreen
      profile={profile}
      steps={[
        {
          title: t`Add a photo`,
          reason: t`People find each other at the pickup, and hosts accept faces sooner than initials.`,
          isDone: photoLarge !== null,
          content: (
            <div className="flex flex-wrap items-center gap-5">
              <Avatar uid={uid} name={displayName} email={email} photo={photoLarge} size="xl" />
              <PhotoControls hasPhoto={photoLarge !== null} />
            </div>
          ),
        },
        {
          title: t`Where do you go most?`,
          reason: t`Then a search for your usual route takes two taps.`,
          isDone: homePlace !== null || workPlace !== null,
          content: <SavedPlaceFields profile={profile} />,
        },
        {
          title: t`Hear back right away`,
          reason: t`Answers and reminders arrive even when the app is closed. Otherwise we e-mail you.`,
          isDone: push.on,
          content: (
            <section aria-labelledby="push" className="grid gap-3">
              <h2 id="push" className="sr-only">{t`Push notifications`}</h2>
              <PushDevices />
            </section>
          ),
        },
      ]}
    />
  );
}
