import { useLingui } from "@lingui/react/macro";
import { communitySettings } from "#shared/community-settings.ts";
import { useTitle } from "#shared/ui/use-title.ts";
import { LegalPage } from "./LegalPage.tsx";
import { preloadOwnText } from "./own-texts.ts";
import { privacySections } from "./privacy-sections.ts";

await preloadOwnText("privacy-policy");

/** Which personal data is stored and why, and which rights people have. */
export function PrivacyPolicy() {
  const { t } = useLingui();
  useTitle(t`Privacy Policy`);
  return (
    <LegalPage
      name="privacy-policy"
      title={t`Privacy Policy`}
      builtIn={{
        intro: t`${communitySettings.name} is run on its own server by the organisation that offers it to you. This page explains which data we keep about you and why, who can see it, and how to change or delete it.`,
        sections: privacySections,
      }}
    />
  );
}
