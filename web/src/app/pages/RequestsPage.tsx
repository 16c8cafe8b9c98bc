import { OwnOffersList } from "#features/ride-requests/OwnOffersList.tsx";
import { PostedList } from "#features/ride-requests/PostedList.tsx";
import { RequestsScreen } from "#features/seat-requests/RequestsScreen.tsx";

/** Everything that was asked and offered, of all kinds, put together. */
export function RequestsPage() {
  return <RequestsScreen posted={<PostedList />} offers={<OwnOffersList />} />;
}
