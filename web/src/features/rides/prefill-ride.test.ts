import { QueryClient } from "@tanstack/react-query";
import { expect, test } from "vitest";
import { prefillRide, rideById } from "./rides.queries.ts";
import { testRide } from "./test-data.ts";

const ride = testRide("r");

test("a ride from a list fills the page until it is read, and leaves one that was read and its age alone", () => {
  const queries = new QueryClient();
  const { queryKey } = rideById(ride.id);
  prefillRide(queries, ride);
  expect(queries.getQueryState(queryKey)).toMatchObject({ data: ride, dataUpdatedAt: 1 });

  const updatedAt = Date.now();
  queries.setQueryData(queryKey, { ...ride, seatsLeft: 0 }, { updatedAt });
  prefillRide(queries, ride);
  expect(queries.getQueryState(queryKey)).toMatchObject({
    data: { seatsLeft: 0 },
    dataUpdatedAt: updatedAt,
  });
});
