import { AccountDetailsForm } from "#features/profiles/account/AccountDetailsForm.tsx";
import { OwnProfileLoader } from "#features/profiles/OwnProfileLoader.tsx";
import { SecuritySection } from "#features/profiles/security/SecuritySection.tsx";
import { LanguageAndTime } from "#features/settings/LanguageAndTime.tsx";
import { LogOutButton } from "../../shell/LogOutButton.tsx";

export function AccountSettings() {
  return (
    <>
      <OwnProfileLoader>
        {(profile) => (
          <>
            <AccountDetailsForm key={profile.uid} profile={profile} />
            <LanguageAndTime profile={profile} />
          </>
        )}
      </OwnProfileLoader>
      <SecuritySection />
      <LogOutButton />
    </>
  );
}
