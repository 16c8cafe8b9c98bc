import type { PassengerPool } from "./passengers.ts";
import type { Routes } from "./routes.ts";
import type { RidesByRoute } from "./scenario.ts";
import type { SeededRandom } from "./seeded-random.ts";
import type { Traveller } from "./travellers.ts";
import type { Trip } from "./trips.ts";
import type { DemoPlaces } from "./demo-places.ts";

/** What everyone does, before it is played. */
export interface DemoPlan {
  readonly now: Date;
  readonly travellers: readonly Traveller[];
  readonly places: DemoPlaces;
  /** Of the next two weeks. */
  readonly trips: readonly Trip[];
  /** Of the last twelve weeks. */
  readonly pastTrips: readonly Trip[];
  readonly routes: Routes;
  readonly ridesByRoute: RidesByRoute;
  readonly passengers: PassengerPool;
  readonly chance: SeededRandom;
}
