import { useLingui } from "@lingui/react/macro";
import { communitySettings } from "#shared/community-settings.ts";
import { ProviderButton } from "./ProviderButton.tsx";

/** One button for each institution, above the form with e-mail and password. */
export function ProviderButtons() {
  const { t } = useLingui();
  return (
    <section aria-label={t`Sign in at your institution`} className="mb-6 grid gap-3">
      {communitySettings.signInProviders.map((provider) => (
        <ProviderButton key={provider.id} provider={provider} variant="line" />
      ))}
      <p className="mt-1 flex items-center gap-3 text-sm text-ink-3 before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        {t`or with e-mail and password`}
      </p>
    </section>
  );
}
