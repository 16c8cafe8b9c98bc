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
export { transitRoutes } from "./transit.routes.ts";
