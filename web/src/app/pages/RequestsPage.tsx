import { OwnOffersList } from "#features/ride-requests/offers/OwnOffersList.tsx";
import { PostedRequestList } from "#features/ride-requests/PostedRequestList.tsx";
import { RequestsScreen } from "#features/seat-requests/list/RequestsScreen.tsx";

/** Everything that was asked and offered, of all kinds, put together. */
export function RequestsPage() {
  return <RequestsScreen postedRequests={<PostedRequestList />} offers={<OwnOffersList />} />;
}
