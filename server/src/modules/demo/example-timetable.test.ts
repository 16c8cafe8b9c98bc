import { expect, test } from "vitest";
import { listTimetables, timetablesFolder } from "#modules/transit/index.ts";
import { createTestFolder } from "../../../test/app/test-folders.ts";
import { addExampleTimetable } from "./example-timetable.ts";

test("the demo has an example timetable of this and the next year, which is imported once", async () => {
  const DATA_DIR = createTestFolder();
  await addExampleTimetable({ DATA_DIR }, new Date("2026-11-29T12:00:00Z"));
  const [added] = listTimetables(timetablesFolder({ DATA_DIR }));
  expect(added).toMatchObject({
    id: "rhine-valley-example",
    isExample: true,
    validFrom: "2026-01-01",
    validUntil: "2027-12-31",
    lines: 10,
    warnings: [],
  });

  await addExampleTimetable({ DATA_DIR }, new Date("2026-12-01T12:00:00Z"));
  expect(listTimetables(timetablesFolder({ DATA_DIR }))).toEqual([added]);
  await addExampleTimetable({ DATA_DIR }, new Date("2027-01-01T12:00:00Z"));
  expect(listTimetables(timetablesFolder({ DATA_DIR }))).toMatchObject([
    { validUntil: "2028-12-31" },
  ]);
});
