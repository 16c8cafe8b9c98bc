import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Suspense, useState } from "react";
import { ownUpcomingSeatRequests } from "#features/rides/rides.queries.ts";
import { searchAgainLink } from "#features/rides/trip-links.ts";
import type { Trip } from "#features/rides/trips.ts";
import { RequestReason } from "#features/seat-requests/RequestNotes.tsx";
import { Button } from "#shared/ui/Button.tsx";
import { lazyScreen } from "#shared/ui/lazy-screen.tsx";
import { Skeleton } from "#shared/ui/Skeleton.tsx";

const Replacements = lazyScreen(
  () => import("#features/seat-requests/request/Replacements.tsx"),
  "Replacements",
);

/** One tap to other rides for a seat that was declined or cancelled. */
export function ReplacementRides({ trip }: { trip: Trip }) {
  const { t } = useLingui();
  const [isOpen, setOpen] = useState(false);
  const { data } = useQuery(ownUpcomingSeatRequests());
  const request = data?.items.find(({ id }) => id === trip.request?.id);
  if (!request) return null;
  if (!isOpen) {
    return (
      <div className="grid gap-2">
        <RequestReason request={request} viewer="seeker" />
        <Button
          variant="soft"
          size="sm"
          icon="search"
          className="justify-self-start"
          onClick={() => setOpen(true)}
        >
          {t`Show other rides`}
        </Button>
      </div>
    );
  }
  return (
    <Suspense fallback={<Skeleton className="h-40 rounded-lg" />}>
      <Replacements request={request} otherRides={searchAgainLink(trip, false)} />
    </Suspense>
  );
}
