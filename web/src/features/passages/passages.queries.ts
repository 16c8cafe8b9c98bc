import { type NotTravelled, passages } from "@commonlane/contract/passages";
import { type RideContact, rideContacts } from "@commonlane/contract/ride-contacts";
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "#shared/api.ts";
import { sendOnce } from "#shared/forms/send-once.ts";

/** How it went on a ride: for its host all passengers, for a passenger oneself, for others nobody. */
export const passagesOn = (rideId: string) =>
  queryOptions({
    queryKey: ["passages", rideId],
    queryFn: ({ signal }) => call(passages.onRide, { params: { rideId } }, { signal }),
  });

/** The phone numbers that those one travels with share, for as long as they do. */
export const contactsOn = (rideId: string) =>
  queryOptions({
    queryKey: ["passages", rideId, "contacts"],
    queryFn: ({ signal }) => call(rideContacts.onRide, { params: { rideId } }, { signal }),
    select: toldStill,
  });

/** What is kept for reading without a network outlives the time for which a number is told. */
export const toldStill = ({ items }: { items: RideContact[] }) => ({
  items: items.filter(({ shownUntil }) => Date.parse(shownUntil) > Date.now()),
});

function useSettled() {
  const queries = useQueryClient();
  return () =>
    Promise.all([
      queries.invalidateQueries({ queryKey: ["passages"] }),
      queries.invalidateQueries({ queryKey: ["seat-requests"] }),
    ]);
}

export function usePickUp(passageId: string) {
  const onSettled = useSettled();
  return useMutation({
    mutationFn: (pin: string) => call(passages.pickUp, { params: { passageId }, body: { pin } }),
    onSettled,
  });
}

export function useMarkPaid(passageId: string) {
  const onSettled = useSettled();
  return useMutation({
    mutationFn: (paid: boolean) => call(passages.markPaid, { params: { passageId }, body: { paid } }),
    onSettled,
  });
}

/** Says that the two did not travel, or answers what the other side said of it. */
export function useSayNotTravelled(passageId: string, answering: boolean) {
  const onSettled = useSettled();
  return useMutation({
    mutationFn: (body: NotTravelled) =>
      sendOnce(`not-travelled.${passageId}`, { answering, ...body }, (idempotencyKey) =>
        call(answering ? passages.answer : passages.notTravelled, { params: { passageId }, body }, { idempotencyKey }),
      ),
    onSettled,
  });
}
