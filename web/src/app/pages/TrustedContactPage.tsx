import { TrustedContactScreen } from "#features/trusted-contacts/TrustedContactScreen.tsx";
import { ByLink } from "./ByLink.tsx";

export function TrustedContactPage() {
  return (
    <ByLink>
      <TrustedContactScreen />
    </ByLink>
  );
}
