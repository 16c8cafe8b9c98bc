import { Suspense } from "react";
import { HomeScreen } from "#features/rides/home/HomeScreen.tsx";
import type { Trip } from "#features/rides/trips.ts";
import { afterCalls, fetchAhead, lazyScreen } from "#shared/ui/lazy-screen.tsx";

// They need data of several features, so they load after the page.
const ToDo = lazyScreen(() => import("./home/ToDo.tsx"), "ToDo");
const TripDetails = lazyScreen(() => import("./home/TripDetails.tsx"), "TripDetails");
const WelcomeCard = lazyScreen(
  afterCalls(() => import("#features/welcome/WelcomeCard.tsx")),
  "WelcomeCard",
);
fetchAhead(ToDo);

/** Home: what is next for the user, then a search. */
export function HomePage() {
  return <HomeScreen welcome={welcome} toDo={toDo} renderTripDetails={renderTripDetails} />;
}

const welcome = (
  <Suspense fallback={null}>
    <WelcomeCard />
  </Suspense>
);

const toDo = (
  <Suspense fallback={null}>
    <ToDo />
  </Suspense>
);

const renderTripDetails = (trip: Trip) => (
  <Suspense fallback={null}>
    <TripDetails trip={trip} />
  </Suspense>
);
