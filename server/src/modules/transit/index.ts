import { transit } from "@commonlane/contract/transit";
import type { RideIndex } from "#modules/rides/search/index.ts";
import type { RegisterRoutes } from "#platform/http/endpoints/endpoint-router.ts";
import { findRouteTrains } from "./board/route-trains.ts";
import { findConnections } from "./journeys/find-connections.ts";
import { findJourneys } from "./journeys/find-journeys.ts";
import { type Timetables, viewTimetables } from "./timetables/timetables.ts";

export { type BoardPlace, listDepartures, type StopCall } from "./board/departures.ts";
export type { Network, Station } from "./network/network.ts";
export { type Import, importTimetable, listImports } from "./timetables/import-timetable.ts";
export {
  listTimetables,
  removeTimetable,
  type StoredTimetable,
  timetablesFolder,
} from "./timetables/timetable-file.ts";
export { Timetables } from "./timetables/timetables.ts";

export const transitRoutes =
  (index: RideIndex, timetables: Timetables): RegisterRoutes =>
  (http) => {
    http.on(transit.journeys, (ctx, { query }, seeker) =>
      findJourneys(
        ctx,
        {
          index,
          timetables,
        },
        seeker,
        query,
      ),
    );
    http.on(transit.connections, (ctx, { query }) => findConnections(ctx, timetables, query));
    http.on(transit.routeTrains, (_ctx, { body }) => findRouteTrains(timetables, body.points));
    http.on(transit.timetables, (ctx) => Promise.resolve(viewTimetables(ctx, timetables)));
  };
