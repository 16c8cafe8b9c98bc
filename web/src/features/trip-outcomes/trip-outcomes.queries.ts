import { type NoShowReport, tripOutcomes } from "@commonlane/contract/trip-outcomes";
import { type RideContact, rideContacts } from "@commonlane/contract/ride-contacts";
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "#shared/api/api-client.ts";
import { sendIdempotently } from "#shared/forms/idempotent-send.ts";

/** How it went on a ride: for its host all passengers, for a passenger oneself, for others nobody. */
export const tripOutcomesOfRide = (rideId: string) =>
  queryOptions({
    queryKey: ["trip-outcomes", rideId],
    queryFn: ({ signal }) => call(tripOutcomes.ofRide, { params: { rideId } }, { signal }),
  });

/** The phone numbers that those one travels with share, for as long as they do. */
export const contactsOfRide = (rideId: string) =>
  queryOptions({
    queryKey: ["trip-outcomes", rideId, "contacts"],
    queryFn: ({ signal }) => call(rideContacts.onRide, { params: { rideId } }, { signal }),
    select: keepShownContacts,
  });

/** What is kept for reading without a network outlives the time for which a number is told. */
export const keepShownContacts = ({ items }: { items: RideContact[] }) => ({
  items: items.filter(({ shownUntil }) => Date.parse(shownUntil) > Date.now()),
});

function useRefreshTripOutcomes() {
  const queries = useQueryClient();
  return () =>
    Promise.all([
      queries.invalidateQueries({ queryKey: ["trip-outcomes"] }),
      queries.invalidateQueries({ queryKey: ["seat-requests"] }),
    ]);
}

export function useConfirmPickup(tripOutcomeId: string) {
  const onSettled = useRefreshTripOutcomes();
  return useMutation({
    mutationFn: (pin: string) =>
      call(tripOutcomes.confirmPickup, { params: { outcomeId: tripOutcomeId }, body: { pin } }),
    onSettled,
  });
}

export function useMarkPaid(tripOutcomeId: string) {
  const onSettled = useRefreshTripOutcomes();
  return useMutation({
    mutationFn: (paid: boolean) =>
      call(tripOutcomes.markPaid, { params: { outcomeId: tripOutcomeId }, body: { paid } }),
    onSettled,
  });
}

/** Says that the two did not travel, or answers what the other side said of it. */
export function useReportNoShow(tripOutcomeId: string, isAnswer: boolean) {
  const onSettled = useRefreshTripOutcomes();
  return useMutation({
    mutationFn: (body: NoShowReport) =>
      sendIdempotently(`no-show.${tripOutcomeId}`, { answering: isAnswer, ...body }, (idempotencyKey) =>
        call(
          isAnswer ? tripOutcomes.answerNoShow : tripOutcomes.reportNoShow,
          { params: { outcomeId: tripOutcomeId }, body },
          { idempotencyKey },
        ),
      ),
    onSettled,
  });
}
