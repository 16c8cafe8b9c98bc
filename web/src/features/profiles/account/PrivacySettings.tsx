import type { Profile } from "@commonlane/contract/profiles";
import { useLingui } from "@lingui/react/macro";
import { useChangeProfile } from "#shared/profile/own-profile.ts";
import { buttonClasses } from "#shared/ui/button-classes.ts";
import { CheckField } from "#shared/ui/fields/CheckField.tsx";
import { Icon } from "#shared/ui/Icon.tsx";
import { Link } from "#shared/ui/Link.tsx";
import { Notice } from "#shared/ui/Notice.tsx";
import { useToast } from "#shared/ui/toasts/Toasts.tsx";

/** Who sees what of the user; sharing the phone number is saved at once. */
export function PrivacySettings({ profile }: { profile: Profile }) {
  const { t } = useLingui();
  const toast = useToast();
  const save = useChangeProfile();
  const { phoneShared = profile.phoneShared } = save.isPending ? save.variables : {};
  return (
    <>
      <section aria-labelledby="phone-privacy" className="grid gap-1">
        <h2
          id="phone-privacy"
          className="text-xl font-bold tracking-[-.015em]"
        >{t`Phone number`}</h2>
        <CheckField
          label={t`Share my phone number with people I travel with`}
          hint={t`Shared from acceptance until 24 h after the ride.`}
          checked={phoneShared}
          onChange={(isShared) =>
            save.mutate(
              { phoneShared: isShared },
              {
                onSuccess: () =>
                  toast({
                    message: t`Saved.`,
                    type: "success",
                  }),
              },
            )
          }
        />
        {save.error && <Notice tone="bad">{save.error.message}</Notice>}
      </section>
      <section aria-labelledby="visibility" className="grid gap-3">
        <h2 id="visibility" className="text-xl font-bold tracking-[-.015em]">{t`Who sees what`}</h2>
        <dl className="grid divide-y divide-line card">
          <VisibilityRow who={t`Everyone who is signed in`}>
            {t`Your photo, first name and initial, bio, ratings, and approximate places.`}
          </VisibilityRow>
          <VisibilityRow who={t`People you travel with`}>
            {t`Also your exact stops and number plate, and your phone number if you share it.`}
          </VisibilityRow>
          <VisibilityRow
            who={t`Only you`}
          >{t`Your e-mail, birth date, and home and work places.`}</VisibilityRow>
        </dl>
        <Link
          to={`/profile/${profile.uid}`}
          className={`${buttonClasses("line", "sm")} justify-self-start`}
        >
          <Icon name="eye" />
          {t`View public profile`}
        </Link>
      </section>
    </>
  );
}

function VisibilityRow({ who, children }: { who: string; children: string }) {
  return (
    <div className="grid gap-0.5 px-4 py-3">
      <dt className="font-semibold">{who}</dt>
      <dd className="text-sm text-ink-2">{children}</dd>
    </div>
  );
}
