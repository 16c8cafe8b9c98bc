import { Suspense } from "react";
import { communitySettings } from "#shared/community-settings.ts";
import { lazyScreen } from "#shared/ui/lazy-screen.tsx";

const ProviderButtons = lazyScreen<"ProviderButtons">(
  () => import("./ProviderButton.tsx"),
  "ProviderButtons",
  "start",
);
const EnforcedDomainNotice = lazyScreen<"EnforcedDomainNotice", { email: string }>(
  () => import("./ProviderButton.tsx"),
  "EnforcedDomainNotice",
  "start",
);

/** Buttons of the institutions where members can sign in; loads nothing if there are none. */
export function InstitutionButtons() {
  if (communitySettings.signInProviders.length === 0) return null;
  return (
    <Suspense fallback={null}>
      <ProviderButtons />
    </Suspense>
  );
}

/** Says where people with this e-mail address sign in, if it is not here. */
export function InstitutionOfEmail({ email }: { email: string }) {
  if (communitySettings.signInProviders.length === 0) return null;
  return (
    <Suspense fallback={null}>
      <EnforcedDomainNotice email={email} />
    </Suspense>
  );
}
