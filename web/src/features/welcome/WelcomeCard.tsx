import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { communitySettings } from "#shared/community-settings.ts";
import { ownProfile, useChangeProfile } from "#shared/profile/own-profile.ts";
import { Button } from "#shared/ui/Button.tsx";
import { buttonClasses } from "#shared/ui/button-classes.ts";
import { Link } from "#shared/ui/Link.tsx";

/** Users who have seen the steps in this tab, in case the server could not store it. */
const shownTo = new Set<string>();

export const markWelcomeShown = (uid: string): void => void shownTo.add(uid);
export const wasWelcomeShown = (uid: string): boolean => shownTo.has(uid);

/** Offers what another platform sent about the user, until they took it over or deleted it. */
export function ImportedDataCard() {
  const { t } = useLingui();
  const profile = useQuery(ownProfile).data;
  if (!profile?.hasImportedData) return null;
  return (
    <section aria-labelledby="imported-data" className="grid gap-3 card p-5">
      <h2 id="imported-data" className="text-lg font-bold">{t`Your data from elsewhere`}</h2>
      <p className="text-ink-2">{t`Another platform sent your profile, vehicles or recurring rides. Choose what to take over.`}</p>
      <p className="justify-self-end">
        <Link to="/imported-data" className={buttonClasses()}>{t`Have a look`}</Link>
      </p>
    </section>
  );
}

/** Offers new members the steps after the first sign-in, until they open or dismiss them on any device. */
export function WelcomeCard() {
  const { t } = useLingui();
  const profile = useQuery(ownProfile).data;
  const { mutate } = useChangeProfile();
  if (profile === undefined || profile.welcomed || wasWelcomeShown(profile.uid)) return null;
  const dismiss = () => {
    markWelcomeShown(profile.uid);
    mutate({ welcomed: true });
  };
  return (
    <section aria-labelledby="welcome" className="grid gap-3 card p-5">
      <h2 id="welcome" className="text-lg font-bold">{t`Welcome to ${communitySettings.name}`}</h2>
      <p className="text-ink-2">{t`Three short steps make your first ride easier: a photo, your usual places and notifications.`}</p>
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="ghost" onClick={dismiss}>
          {t`Skip all`}
        </Button>
        <Link to="/welcome" className={buttonClasses()}>
          {t({
            message: "Start",
            comment: "Button that opens the first step for new members.",
          })}
        </Link>
      </div>
    </section>
  );
}
