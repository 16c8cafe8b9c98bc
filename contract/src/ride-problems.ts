import { translatable } from "./message.ts";

/** Failures of rides, seats, ride requests and offers, and of ratings after the ride. */
export const rideProblems = {
  pin_wrong: {
    status: 400,
    message: translatable("That isn't this passenger's PIN."),
  },
  contribution_too_high: {
    status: 400,
    message: translatable("That's more than a fair share of the trip's costs."),
  },
  own_ride: {
    status: 403,
    message: translatable("This is your own ride."),
  },
  own_request: {
    status: 403,
    message: translatable("This is your own request."),
  },
  audience_closed: {
    status: 403,
    message: translatable("This ride is for another group of people."),
  },
  not_shared: {
    status: 403,
    message: translatable("You can only rate people you've shared a ride with."),
  },
  ride_full: {
    status: 409,
    message: translatable("This ride has no free seats on that part of the route."),
  },
  ride_over: {
    status: 409,
    message: translatable("This ride has departed or was cancelled."),
  },
  ride_has_passengers: {
    status: 409,
    message: translatable("This change would leave a passenger behind."),
  },
  already_travelling: {
    status: 409,
    message: translatable("You already have another ride at that time."),
  },
  cost_covered: {
    status: 409,
    message: translatable("Together, the passengers would pay more than the trip costs."),
  },
  series_over: {
    status: 409,
    message: translatable("This series has ended."),
  },
  series_enough: {
    status: 409,
    message: translatable("You've reached the limit for repeating rides. Please end one first."),
  },
  templates_enough: {
    status: 409,
    message: translatable("You've reached the limit for templates. Please delete one first."),
  },
  meeting_points_enough: {
    status: 409,
    message: translatable("You've reached the limit for meeting points. Please delete one first."),
  },
  meeting_point_sources_enough: {
    status: 409,
    message: translatable("There are 20 sources. Please remove one first."),
  },
  too_early: {
    status: 409,
    message: translatable("This ride hasn't departed yet."),
  },
  seats_taken: {
    status: 409,
    message: translatable("More seats than that are already booked."),
  },
  access_missing: {
    status: 409,
    message: translatable("This vehicle doesn't have the accessibility features required."),
  },
  off_route: {
    status: 409,
    message: translatable("That's too far from this ride's route."),
  },
  already_requested: {
    status: 409,
    message: translatable("You've already requested seats on this ride."),
  },
  seats_free: {
    status: 409,
    message: translatable("This ride has free seats for you. Request them instead."),
  },
  already_waiting: {
    status: 409,
    message: translatable("You're already waiting for seats on this ride."),
  },
  standby_closed: {
    status: 409,
    message: translatable("You can no longer wait for seats on this ride."),
  },
  request_over: {
    status: 409,
    message: translatable("This request has already been answered or has ended."),
  },
  already_posted: {
    status: 409,
    message: translatable("You've already posted this request. Drivers can answer it."),
  },
  request_has_offers: {
    status: 409,
    message: translatable("Drivers have made offers for this request, so it can't be changed."),
  },
  already_offered: {
    status: 409,
    message: translatable("You've already answered this request."),
  },
  offers_enough: {
    status: 409,
    message: translatable("This request can't take any more offers."),
  },
  driver_gone: {
    status: 409,
    message: translatable("This driver is no longer online."),
  },
  saved_searches_enough: {
    status: 409,
    message: translatable("You've saved 20 searches. Please remove one first."),
  },
  shares_enough: {
    status: 409,
    message: translatable("You've reached the limit for links to this ride. Please end one first."),
  },
  nobody_follows: {
    status: 409,
    message: translatable("No one is following this ride any more."),
  },
  window_missed: {
    status: 409,
    message: translatable("That's outside the times of this request."),
  },
  rating_early: {
    status: 409,
    message: translatable("You can rate each other after the ride."),
  },
  rating_closed: {
    status: 409,
    message: translatable("It's too late to rate this ride."),
  },
  rating_published: {
    status: 409,
    message: translatable("This rating is public now and can't be changed."),
  },
  already_rated: {
    status: 409,
    message: translatable("You've already rated this person for this ride."),
  },
  already_replied: {
    status: 409,
    message: translatable("You've already replied to this rating."),
  },
  already_appealed: {
    status: 409,
    message: translatable("A moderator has already been asked to review this rating."),
  },
  pin_locked: {
    status: 409,
    message: translatable("Too many wrong PINs. You can travel without it."),
  },
  picked_up: {
    status: 409,
    message: translatable("The pickup PIN shows that you travelled together."),
  },
  dispute_closed: {
    status: 409,
    message: translatable("It's too late to report this."),
  },
} as const;
