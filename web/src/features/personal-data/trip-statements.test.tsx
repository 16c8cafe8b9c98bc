import { expect, test } from "vitest";
import { ownProfile } from "#shared/profile/own-profile.ts";
import { renderScreen } from "#shared/test/render-screen.tsx";
import { PrintedStatement, statementCsv } from "./TripStatements.tsx";

test("[domain/trip-statement:csv] a statement as CSV has a row for each trip, and no cell that spreadsheets run", () => {
  const trip = {
    day: "2026-03-04",
    role: "driver" as const,
    from: "=Schaan",
    to: 'Zürich, "HB"',
    seats: 2,
    distanceM: 98_760,
    co2Grams: 14_123,
    isConfirmedByCode: true,
  };
  const totals = { distanceM: 98_760, co2Grams: 14_123, co2GramsPerKm: 143 };
  expect(statementCsv({ year: 2026, trips: [trip], ...totals }).split("\r\n")).toEqual([
    '"day","role","from","to","seats","distance_km","co2_saved_kg","confirmed_by_code"',
    `"2026-03-04","driver","'=Schaan","Zürich, ""HB""","2","98.8","14.123","yes"`,
    "",
  ]);
});

test("[domain/trip-statement:print] the printed statement has every trip, in letters of any script, and what was counted", async () => {
  const trip = {
    day: "2026-03-04",
    role: "driver" as const,
    from: "Łódź, Poland",
    to: "بيروت",
    seats: 2,
    distanceM: 98_760,
    co2Grams: 14_123,
    isConfirmedByCode: true,
  };
  const trips = [trip, { ...trip, day: "2026-03-05", isConfirmedByCode: false }];
  const statement = { year: 2026, trips, distanceM: 1, co2Grams: 1, co2GramsPerKm: 143 };
  const html = await renderScreen(
    <PrintedStatement statement={statement} totals="2 shared trips" />,
    "/settings/your-data",
    {
      queryKey: ownProfile.queryKey,
      data: { firstName: "Zoë", lastName: "Łuk", email: "zoe@example.org" },
    },
  );
  expect(html).toContain("data-printed");
  for (const text of [
    "Shared trips in 2026",
    "Zoë",
    "2 shared trips",
    "143 g",
    "Łódź",
    "بيروت",
    "98.8 km",
  ])
    expect(html).toContain(text);
  expect(html.match(/<tr/g)).toHaveLength(3);
  // One day is marked.
  expect(html.match(/ \*</g)).toHaveLength(1);
});
