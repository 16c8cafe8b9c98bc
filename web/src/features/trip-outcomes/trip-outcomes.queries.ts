import { seatRequests } from "@commonlane/contract/seat-requests";
import { type NoShowReport, tripOutcomes } from "@commonlane/contract/trip-outcomes";
import { type RideContact, rideContacts } from "@commonlane/contract/ride-contacts";
import { useMutation } from "@tanstack/react-query";
import { endpointQuery, useInvalidate } from "#shared/api/endpoint-query.ts";
import { call } from "#shared/api/api-client.ts";
import { sendIdempotently } from "#shared/forms/idempotent-send.ts";

/** Trip outcomes of a ride: all passengers for the host, their own for a passenger, none for others. */
export const tripOutcomesOfRide = (rideId: string) =>
  endpointQuery(tripOutcomes.ofRide, { params: { rideId } });

/** Phone numbers shared by the people on the ride, while they are shared. */
export const contactsOfRide = (rideId: string) =>
  endpointQuery(rideContacts.onRide, { params: { rideId } }, { select: keepShownContacts });

/** Cached data can outlive the time for which a phone number is shared, so expired numbers are filtered out. */
export const keepShownContacts = ({ items }: { items: RideContact[] }) => ({
  items: items.filter(({ shownUntil }) => Date.parse(shownUntil) > Date.now()),
});

function useRefreshTripOutcomes() {
  const invalidate = useInvalidate();
  return () => invalidate(tripOutcomes, rideContacts, seatRequests);
}

export function useConfirmPickup(tripOutcomeId: string) {
  const onSettled = useRefreshTripOutcomes();
  return useMutation({
    mutationFn: (pin: string) =>
      call(tripOutcomes.confirmPickup, {
        params: { outcomeId: tripOutcomeId },
        body: { pin },
      }),
    onSettled,
  });
}

export function useMarkPaid(tripOutcomeId: string) {
  const onSettled = useRefreshTripOutcomes();
  return useMutation({
    mutationFn: (paid: boolean) =>
      call(tripOutcomes.markPaid, {
        params: { outcomeId: tripOutcomeId },
        body: { paid },
      }),
    onSettled,
  });
}

/** Reports a no-show, or responds to the other side's report. */
export function useReportNoShow(tripOutcomeId: string, isAnswer: boolean) {
  const onSettled = useRefreshTripOutcomes();
  return useMutation({
    mutationFn: (body: NoShowReport) =>
      sendIdempotently(
        `no-show.${tripOutcomeId}`,
        { answering: isAnswer, ...body },
        (idempotencyKey) =>
          call(
            isAnswer ? tripOutcomes.answerNoShow : tripOutcomes.reportNoShow,
            {
              params: { outcomeId: tripOutcomeId },
              body,
            },
            { idempotencyKey },
          ),
      ),
    onSettled,
  });
}
