import { SetupScreen } from "#features/setup/SetupScreen.tsx";
import { PublicLinkPage } from "./PublicLinkPage.tsx";

/** The first set-up of a server, for visitors with its link. */
export function SetupPage() {
  return (
    <PublicLinkPage>
      <SetupScreen />
    </PublicLinkPage>
  );
}
