import type { SignInProviderSummary } from "@commonlane/contract/community";
import { useLingui } from "@lingui/react/macro";
import { useEffect, useState } from "react";
import { findProviderOfEmail } from "@commonlane/contract/email-address";
import { errorText } from "#shared/api/error-text.ts";
import { ErrorNotice } from "#shared/ui/ErrorNotice.tsx";
import { Button } from "#shared/ui/Button.tsx";
import type { ButtonVariant } from "#shared/ui/button-classes.ts";
import { Notice } from "#shared/ui/Notice.tsx";
import { Icon } from "#shared/ui/Icon.tsx";
import { communitySettings } from "#shared/community-settings.ts";
import { openProvider } from "./provider-calls.ts";

/** Goes to an institution to sign in there. */
export function ProviderButton({
  provider,
  variant,
}: {
  provider: SignInProviderSummary;
  variant: ButtonVariant;
}) {
  const { t } = useLingui();
  const { id, name } = provider;
  const { busy, error, open } = useOpenProvider(id);
  return (
    <>
      <Button
        variant={variant}
        size="lg"
        busy={busy}
        className="min-w-0"
        onClick={() => void open()}
      >
        <ProviderLogo provider={provider} />
        <span className="min-w-0 wrap-anywhere">{t`Sign in with ${name}`}</span>
      </Button>
      <ErrorNotice error={error} />
    </>
  );
}

function useOpenProvider(providerId: string) {
  const { t } = useLingui();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  useEffect(() => {
    // The browser may show this page again as it was left when the person goes back.
    const onShow = ({ persisted }: PageTransitionEvent) => persisted && setBusy(false);
    addEventListener("pageshow", onShow);
    return () => removeEventListener("pageshow", onShow);
  }, []);
  const open = async () => {
    setBusy(true);
    setError(undefined);
    try {
      await openProvider(providerId);
    } catch (failure) {
      setError(errorText(failure, t`An error occurred. Please try again.`));
      setBusy(false);
    }
  };
  return {
    busy,
    error,
    open,
  };
}

/** The logo of an institution, or a symbol. */
function ProviderLogo({
  provider: { id, hasLogo },
}: {
  provider: Pick<SignInProviderSummary, "id" | "hasLogo">;
}) {
  if (!hasLogo) return <Icon name="lock" />;
  return (
    <img
      src={`/api/identity/providers/${id}/logo`}
      alt=""
      width={24}
      height={24}
      className="size-6 rounded-sm bg-white object-contain"
    />
  );
}

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

/** Shown below the e-mail field once the address belongs to an institution that signs its people in. */
export function EnforcedDomainNotice({ email }: { email: string }) {
  const { t } = useLingui();
  const provider = findProviderOfEmail(communitySettings.signInProviders, email);
  if (!provider) return null;
  const domain = email
    .slice(email.lastIndexOf("@") + 1)
    .trim()
    .toLowerCase();
  return (
    <div className="grid gap-3">
      <Notice tone="info">{t`@${domain} signs in here:`}</Notice>
      <ProviderButton provider={provider} variant="solid" />
    </div>
  );
}
