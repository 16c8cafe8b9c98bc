import { ratings } from "@commonlane/contract/ratings";
import { useMutation } from "@tanstack/react-query";
import { endpointPages, endpointQuery, useInvalidate } from "#shared/api/endpoint-query.ts";
import { call } from "#shared/api/api-client.ts";
import { sendIdempotently } from "#shared/forms/idempotent-send.ts";

/** A user's rating statistics. */
export function ratingStatsOf(uid: string) {
  return endpointQuery(ratings.stats, { params: { uid } });
}

/** Published ratings of a user, newest first. */
export const ratingsOf = (uid: string) =>
  endpointPages(ratings.ofPerson, {
    params: { uid },
    query: {},
  });

/** People the user shared the ride with, and the ratings in both directions. */
export const ratingsOnRide = (rideId: string) =>
  endpointQuery(ratings.onRide, { params: { rideId } });

/** Rides on which the user can still rate someone. */
export const ratingsDue = endpointQuery(ratings.due, {});

function useRefreshRatings() {
  const invalidate = useInvalidate();
  return () => invalidate(ratings);
}

export interface RatingValues {
  readonly rating: number;
  readonly comment: string;
}

/** Rates a person for a ride. A retry after a lost response does not create a second rating. */
export function useGiveRating({ rideId, uid }: { rideId: string; uid: string }) {
  const onSettled = useRefreshRatings();
  return useMutation({
    mutationFn: ({ rating, comment }: RatingValues) => {
      const body = {
        rated_uid: uid,
        ride_id: rideId,
        rating,
        comment: comment.trim() || null,
      };
      return sendIdempotently(`rate.${rideId}.${uid}`, body, (idempotencyKey) =>
        call(ratings.give, { body }, { idempotencyKey }),
      );
    },
    onSettled,
  });
}

export function useChangeRating(ratingId: string) {
  const onSettled = useRefreshRatings();
  return useMutation({
    mutationFn: ({ rating, comment }: RatingValues) =>
      call(ratings.change, {
        params: { ratingId },
        body: {
          rating,
          comment: comment.trim() || null,
        },
      }),
    onSettled,
  });
}

export function useRemoveRating(ratingId: string) {
  const onSettled = useRefreshRatings();
  return useMutation({
    mutationFn: () => call(ratings.remove, { params: { ratingId } }),
    onSettled,
  });
}

export function useReplyToRating(ratingId: string) {
  const onSettled = useRefreshRatings();
  return useMutation({
    mutationFn: (text: string) =>
      sendIdempotently(`reply.${ratingId}`, { text }, (idempotencyKey) =>
        call(
          ratings.reply,
          {
            params: { ratingId },
            body: { text },
          },
          { idempotencyKey },
        ),
      ),
    onSettled,
  });
}

export function useAppealRating(ratingId: string) {
  const onSettled = useRefreshRatings();
  return useMutation({
    mutationFn: (reason: string) =>
      sendIdempotently(`appeal.${ratingId}`, { reason }, (idempotencyKey) =>
        call(
          ratings.appeal,
          {
            params: { ratingId },
            body: { reason },
          },
          { idempotencyKey },
        ),
      ),
    onSettled,
  });
}
