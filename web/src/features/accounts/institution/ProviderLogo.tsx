import type { SignInProviderSummary } from "@commonlane/contract/community";
import { Icon } from "#shared/ui/Icon.tsx";

/** The logo of an institution, or a symbol. */
export function ProviderLogo({
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
