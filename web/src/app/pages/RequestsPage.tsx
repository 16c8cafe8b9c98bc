import { OwnOffersList } from "#features/ride-requests/offers/OwnOffersList.tsx";
import { PostedRequestList } from "#features/ride-requests/PostedRequestList.tsx";
import { RequestsScreen } from "#features/seat-requests/list/RequestsScreen.tsx";

/** All requests and offers of the user, sent and received. */
export function RequestsPage() {
  return <RequestsScreen postedRequests={<PostedRequestList />} offers={<OwnOffersList />} />;
}
