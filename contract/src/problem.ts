import * as z from "zod/mini";
import { PASSWORD_REFUSED } from "./password.ts";

/** Every way a call can fail on purpose, with its HTTP status and the words a person reads. */
export const problems = {
  invalid_input: { status: 400, message: "Some fields are not valid." },
  code_wrong: { status: 400, message: "Invalid verification code" },
  link_over: { status: 400, message: "This link is not valid any more." },
  password_weak: { status: 400, message: PASSWORD_REFUSED },
  contribution_too_high: { status: 400, message: "That is more than a fair share of what this way costs." },
  photo_broken: { status: 400, message: "This picture is damaged or cut short. Please choose another one." },
  photo_too_detailed: { status: 400, message: "This picture has more than 50 million pixels. Please make it smaller." },
  captcha_missing: {
    status: 400,
    message: "We could not check that you are a person. Please reload the page and try again.",
  },
  captcha_wrong: { status: 400, message: "The check that you are a person did not work. Please try again." },
  captcha_over: { status: 400, message: "The check that you are a person has run out. Please try again." },
  signed_out: { status: 401, message: "No authenticated user" },
  credentials_wrong: { status: 401, message: "The e-mail or the password is not right." },
  session_ended: { status: 401, message: "Your session has ended. Please sign in again." },
  password_wrong: { status: 403, message: "Your current password is not right." },
  not_yours: { status: 403, message: "Only the person who owns this may do that." },
  email_unverified: {
    status: 403,
    message: "Please verify your email before logging in. Check your inbox (and spam folder) for a verification link.",
  },
  account_suspended: { status: 403, message: "This account has been suspended." },
  profile_incomplete: { status: 403, message: "Please complete your profile first." },
  own_ride: { status: 403, message: "This is your own ride." },
  own_conversation: { status: 403, message: "You cannot write to yourself." },
  own_request: { status: 403, message: "This is your own request." },
  audience_closed: { status: 403, message: "This ride is for another group of people." },
  not_found: { status: 404, message: "It is not there any more." },
  email_taken: { status: 409, message: "An account with this e-mail already exists." },
  ride_full: { status: 409, message: "This ride has no free seats on that part of the way." },
  ride_over: { status: 409, message: "This ride has left or was cancelled." },
  ride_has_passengers: { status: 409, message: "People have asked for seats on this ride, so this cannot change." },
  conversation_closed: { status: 409, message: "Nobody can write here any more." },
  already_travelling: { status: 409, message: "You are under way with another ride at that time." },
  cost_covered: { status: 409, message: "Together the passengers would add more than this way costs." },
  series_over: { status: 409, message: "This series has ended." },
  series_enough: { status: 409, message: "You have as many series as there can be. Please end one first." },
  templates_enough: { status: 409, message: "You have as many templates as there can be. Please delete one first." },
  too_early: { status: 409, message: "This ride has not left yet." },
  seats_taken: { status: 409, message: "More seats than that are already promised to passengers." },
  off_route: { status: 409, message: "That is too far from this ride's way." },
  already_requested: { status: 409, message: "You have already asked for seats on this ride." },
  request_over: { status: 409, message: "This request has been answered or has ended." },
  request_has_offers: { status: 409, message: "Drivers have answered this request, so this cannot change." },
  already_offered: { status: 409, message: "You have already answered this request." },
  offers_enough: { status: 409, message: "This request has all the offers it can take." },
  driver_gone: { status: 409, message: "This driver is not on the map any more." },
  saved_searches_enough: { status: 409, message: "You have saved 20 searches. Please remove one first." },
  window_missed: { status: 409, message: "That is not within the times of this request." },
  status_already_set: { status: 409, message: "This has already been decided." },
  in_flight: { status: 409, message: "The same call is still running." },
  body_too_large: { status: 413, message: "This is too much to send at once." },
  photo_too_large: { status: 413, message: "Please choose a picture of at most 5 MB." },
  photo_format_unknown: { status: 415, message: "Please choose a JPEG, PNG or WebP picture." },
  not_a_form: { status: 415, message: "Please send a form." },
  not_json: { status: 415, message: "Please send JSON." },
  idempotency_mismatch: { status: 422, message: "This Idempotency-Key was used for another call." },
  too_many: { status: 429, message: "Too many tries. Please wait a little." },
  unexpected: { status: 500, message: "An error occurred. Please try again." },
  unavailable: { status: 503, message: "The service is not ready. Please try again soon." },
} as const satisfies Record<string, { status: number; message: string }>;

export type ProblemCode = keyof typeof problems;

/** What every failed call answers. `current` is the record as it stands, where a decision came too late. */
export const ProblemReply = z.object({
  code: z.string(),
  error: z.string(),
  fields: z.optional(z.record(z.string(), z.string())),
  current: z.optional(z.unknown()),
  requestId: z.string(),
});
export type ProblemReply = z.infer<typeof ProblemReply>;
