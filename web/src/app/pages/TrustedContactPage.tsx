import { TrustedContactScreen } from "#features/trusted-contacts/TrustedContactScreen.tsx";
import { PublicLinkPage } from "./PublicLinkPage.tsx";

export function TrustedContactPage() {
  return (
    <PublicLinkPage>
      <TrustedContactScreen />
    </PublicLinkPage>
  );
}
