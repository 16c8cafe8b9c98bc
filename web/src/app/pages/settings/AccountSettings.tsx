import type { Profile } from "@commonlane/contract/profiles";
import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { AccountDetailsForm } from "#features/profiles/account/AccountDetailsForm.tsx";
import { SavedPlaceFields } from "#features/profiles/account/SavedPlaceFields.tsx";
import { OwnProfileLoader } from "#features/profiles/OwnProfileLoader.tsx";
import { LinkedInstitutions } from "#features/profiles/security/LinkedInstitutions.tsx";
import { SecuritySection } from "#features/profiles/security/SecuritySection.tsx";
import { LanguageAndTime } from "#features/settings/LanguageAndTime.tsx";
import { ownProfile } from "#shared/profile/own-profile.ts";
import { Button } from "#shared/ui/Button.tsx";
import { useLogOut } from "#app/shell/use-log-out.ts";

function SavedPlaces({ profile }: { profile: Profile }) {
  const { t } = useLingui();
  return (
    <section aria-labelledby="saved-places" className="grid gap-4">
      <h2 id="saved-places" className="text-xl font-bold tracking-[-.015em]">{t`Home and work`}</h2>
      <SavedPlaceFields profile={profile} />
    </section>
  );
}

export function AccountSettings() {
  const { isPending } = useQuery(ownProfile);
  return (
    <>
      <OwnProfileLoader>
        {(profile) => (
          <>
            <AccountDetailsForm key={profile.uid} profile={profile} />
            <LanguageAndTime profile={profile} />
            <SavedPlaces key={`places ${profile.uid}`} profile={profile} />
          </>
        )}
      </OwnProfileLoader>
      {/* Not before the profile, which would push them down under the user's finger. */}
      {!isPending && (
        <>
          <SecuritySection />
          <LinkedInstitutions />
          <LogOutButton />
        </>
      )}
    </>
  );
}

/** Log out button at the end of the profile. */
function LogOutButton() {
  const { t } = useLingui();
  const logOut = useLogOut();
  return (
    <div className="border-t border-line pt-6">
      <Button variant="line" icon="logout" onClick={() => void logOut()}>
        {t`Sign out`}
      </Button>
    </div>
  );
}
