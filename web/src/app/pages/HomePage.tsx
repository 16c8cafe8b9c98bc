import { Suspense } from "react";
import { HomeScreen } from "#features/rides/home/HomeScreen.tsx";
import type { Trip } from "#features/rides/trips.ts";
import { afterCalls, lazyScreen } from "#shared/ui/lazy-screen.tsx";
import { ToDo } from "./home/ToDo.tsx";

const TripDetails = lazyScreen(
  afterCalls(() => import("./home/TripDetails.tsx")),
  "TripDetails",
);
const WelcomeCard = lazyScreen(
  afterCalls(() => import("#features/welcome/WelcomeCard.tsx")),
  "WelcomeCard",
);
const ImportedDataCard = lazyScreen(
  afterCalls(() => import("#features/welcome/WelcomeCard.tsx")),
  "ImportedDataCard",
);

/** Home: what is next for the user, then a search. */
export function HomePage() {
  return <HomeScreen welcome={welcome} toDo={toDo} renderTripDetails={renderTripDetails} />;
}

const welcome = (
  <Suspense fallback={null}>
    <ImportedDataCard />
    <WelcomeCard />
  </Suspense>
);

const toDo = <ToDo />;

const renderTripDetails = (trip: Trip) => (
  <Suspense fallback={null}>
    <TripDetails trip={trip} />
  </Suspense>
);
