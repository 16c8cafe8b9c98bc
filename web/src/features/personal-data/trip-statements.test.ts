import { expect, test } from "vitest";
import { statementCsv } from "./TripStatements.tsx";

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
