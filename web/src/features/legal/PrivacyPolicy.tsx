import { useLingui } from "@lingui/react/macro";
import { communitySettings } from "#shared/community-settings.ts";
import { useTitle } from "#shared/ui/use-title.ts";
import { LegalPage } from "./LegalPage.tsx";
import { privacySections } from "./privacy-sections.ts";

/** What is kept about people, why, and what they can do about it. */
export function PrivacyPolicy() {
  const { t } = useLingui();
  useTitle(t`Privacy Policy`);
  return (
    <LegalPage
      name="privacy-policy"
      title={t`Privacy Policy`}
      intro={t`${communitySettings.name} is run by the organisation that offers it to you, on its own server. This page says which data it keeps about you, what for, who sees it, and how you get it changed or removed.`}
      sections={privacySections}
    />
  );
}
