import { useLingui } from "@lingui/react/macro";
import { communitySettings } from "#shared/community-settings.ts";
import { useTitle } from "#shared/ui/use-title.ts";
import { LegalPage } from "./LegalPage.tsx";
import { preloadOwnText } from "./own-texts.ts";
import { termsSections } from "./terms-sections.ts";

await preloadOwnText("terms-of-use");

/** The rules that people agree to when they register. */
export function TermsOfUse() {
  const { t } = useLingui();
  useTitle(t`Terms of Use`);
  return (
    <LegalPage
      name="terms-of-use"
      title={t`Terms of Use`}
      builtIn={{
        intro: t`${communitySettings.name} brings together people with empty seats and people who need one. By registering, you agree to the rules below. Please read them.`,
        sections: termsSections,
      }}
    />
  );
}
