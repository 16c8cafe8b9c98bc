import type { TimetableList } from "@commonlane/contract/transit";
import type { Context } from "#platform/context.ts";
import { listImports } from "./import-timetable.ts";
import { timetablesFolder } from "./timetable-file.ts";
import type { Timetables } from "./timetables.ts";

/** The timetables in use and imports without one, for the moderation console. */
export function viewTimetables({ settings, now }: Context, timetables: Timetables): TimetableList {
  return {
    timetables: timetables.list().map(({ licence, ...timetable }) => ({
      ...timetable,
      licence: licence ?? null,
    })),
    imports: listImports(timetablesFolder(settings), now()).map(({ error, ...item }) => ({
      ...item,
      error: error ?? null,
    })),
  };
}
