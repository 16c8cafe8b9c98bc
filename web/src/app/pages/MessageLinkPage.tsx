import { useLocation } from "react-router";
import { UnsubscribeScreen } from "#features/notifications/UnsubscribeScreen.tsx";
import { FollowTripScreen } from "#features/trip-safety/FollowTripScreen.tsx";
import { TrustedContactScreen } from "#features/trusted-contacts/TrustedContactScreen.tsx";
import { PublicLinkPage } from "./PublicLinkPage.tsx";

/** The pages of links in messages. They load together, because each lazy screen adds to the start page. */
export function MessageLinkPage() {
  const { pathname } = useLocation();
  return (
    <PublicLinkPage>
      {pathname.startsWith("/follow") && <FollowTripScreen />}
      {pathname.startsWith("/trusted-contact") && <TrustedContactScreen />}
      {pathname.startsWith("/unsubscribe") && <UnsubscribeScreen />}
    </PublicLinkPage>
  );
}
