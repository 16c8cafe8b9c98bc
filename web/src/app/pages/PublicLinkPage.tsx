import { QueryClientProvider } from "@tanstack/react-query";
import { useState } from "react";
import { useLocation } from "react-router";
import { UnsubscribeScreen } from "#features/notifications/UnsubscribeScreen.tsx";
import { FollowTripScreen } from "#features/trip-safety/FollowTripScreen.tsx";
import { TrustedContactScreen } from "#features/trusted-contacts/TrustedContactScreen.tsx";
import { createQueryClient } from "../query-client.ts";

/**
 * The pages of links in messages, opened maybe without an account. Their query cache is separate and discarded with
 * them. One chunk, because each would add to the start page, which knows the names of all.
 */
export function PublicLinkPage() {
  const [client] = useState(createQueryClient);
  const { pathname } = useLocation();
  return (
    <QueryClientProvider client={client}>
      {pathname.startsWith("/follow") && <FollowTripScreen />}
      {pathname.startsWith("/trusted-contact") && <TrustedContactScreen />}
      {pathname.startsWith("/unsubscribe") && <UnsubscribeScreen />}
    </QueryClientProvider>
  );
}
