import { OwnOffersList } from "#features/ride-requests/offers/OwnOffersList.tsx";
import { PostedRequestList } from "#features/ride-requests/PostedRequestList.tsx";
import { RequestsScreen } from "#features/seat-requests/list/RequestsScreen.tsx";
import { usePendingRequests } from "../shell/use-pending-requests.ts";

/** All requests and offers of the user, sent and received. */
export function RequestsPage() {
  const { seatRequests, offers } = usePendingRequests();
  return (
    <RequestsScreen
      pending={{ incoming: seatRequests, posted: offers }}
      postedRequests={<PostedRequestList />}
      offers={<OwnOffersList />}
    />
  );
}
