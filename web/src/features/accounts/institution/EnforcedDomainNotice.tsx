import { useLingui } from "@lingui/react/macro";
import { communitySettings } from "#shared/community-settings.ts";
import { Notice } from "#shared/ui/Notice.tsx";
import { ProviderButton } from "./ProviderButton.tsx";
import { findProviderOfEmail } from "@commonlane/contract/email-address";

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
