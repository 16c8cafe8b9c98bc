import { useLocation } from "react-router";
import { DeleteImportedDataScreen } from "#features/imported-data/DeleteImportedDataScreen.tsx";
import { UnsubscribeScreen } from "#features/notifications/UnsubscribeScreen.tsx";
import { FollowTripScreen } from "#features/trip-safety/FollowTripScreen.tsx";
import { TrustedContactScreen } from "#features/trusted-contacts/TrustedContactScreen.tsx";
import { QueryClientProvider } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { createQueryClient } from "#app/query-client.ts";

/** The pages of links in messages. They load together, because each lazy screen adds to the start page. */
export function MessageLinkPage() {
  const { pathname } = useLocation();
  return (
    <PublicLinkPage>
      {pathname.startsWith("/follow") && <FollowTripScreen />}
      {pathname.startsWith("/trusted-contact") && <TrustedContactScreen />}
      {pathname.startsWith("/unsubscribe") && <UnsubscribeScreen />}
      {pathname.startsWith("/delete-imported-data") && <DeleteImportedDataScreen />}
    </PublicLinkPage>
  );
}

/** A page opened by link, maybe without an account. Its query cache is separate and discarded with it. */
function PublicLinkPage({ children }: { children: ReactNode }) {
  const [client] = useState(createQueryClient);
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>;
}
