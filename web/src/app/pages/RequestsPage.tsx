import { OwnOffersList } from "#features/ride-requests/offers/OwnOffersList.tsx";
import { PostedRequestList } from "#features/ride-requests/PostedRequestList.tsx";
import { RequestsScreen, type RequestsTab } from "#features/seat-requests/list/RequestsScreen.tsx";
import { useQuery } from "@tanstack/react-query";
import { ownUpcomingSeatRequests } from "#features/rides/rides.queries.ts";
import { usePendingRequests } from "../shell/use-pending-requests.ts";

/** All requests and offers of the user, sent and received. */
export function RequestsPage() {
  const { seatRequests, offers } = usePendingRequests();
  const sent = useQuery(ownUpcomingSeatRequests()).data?.items ?? [];
  return (
    <RequestsScreen
      firstTab={firstTab({
        seatRequests,
        offers,
        sent: sent.length,
      })}
      pending={{
        incoming: seatRequests,
        posted: offers,
      }}
      postedRequests={<PostedRequestList />}
      offers={<OwnOffersList />}
    />
  );
}

/** What needs an answer comes first, then what the user waits for. */
function firstTab(counts: Record<"seatRequests" | "offers" | "sent", number>): RequestsTab {
  if (counts.seatRequests > 0) return "incoming";
  if (counts.offers > 0) return "posted";
  return counts.sent > 0 ? "sent" : "incoming";
}
