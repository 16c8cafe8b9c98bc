import * as z from "zod/mini";
import { translatable } from "./message.ts";
import { PASSWORD_REFUSED } from "./password.ts";

/** All expected failures of the API, with HTTP status and the message shown to users. */
export const problems = {
  invalid_input: { status: 400, message: translatable("Some fields are not valid.") },
  pin_wrong: { status: 400, message: translatable("That isn't this passenger's PIN.") },
  code_wrong: { status: 400, message: translatable("Invalid verification code") },
  link_over: { status: 400, message: translatable("This link is no longer valid.") },
  password_weak: { status: 400, message: PASSWORD_REFUSED },
  contribution_too_high: {
    status: 400,
    message: translatable("That's more than a fair share of the trip's costs."),
  },
  photo_broken: {
    status: 400,
    message: translatable("This picture is damaged. Please choose another one."),
  },
  photo_too_detailed: {
    status: 400,
    message: translatable("This picture has more than 50 megapixels. Please make it smaller."),
  },
  logo_too_small: {
    status: 400,
    message: translatable("This logo is too small. It needs at least 64 pixels."),
  },
  captcha_missing: {
    status: 400,
    message: translatable(
      "We couldn't run the security check. Please reload the page and try again.",
    ),
  },
  captcha_wrong: {
    status: 400,
    message: translatable("The security check failed. Please try again."),
  },
  captcha_over: {
    status: 400,
    message: translatable("The security check has expired. Please try again."),
  },
  signed_out: { status: 401, message: translatable("No authenticated user") },
  credentials_wrong: { status: 401, message: translatable("Wrong e-mail or password.") },
  sign_in_over: {
    status: 400,
    message: translatable("This sign-in has expired. Please start again."),
  },
  sign_in_refused: {
    status: 403,
    message: translatable("The sign-in at your institution didn't work. Please start again."),
  },
  institution_sign_in: {
    status: 403,
    message: translatable("Please sign in at your institution."),
  },
  session_ended: {
    status: 401,
    message: translatable("Your session has ended. Please sign in again."),
  },
  password_wrong: { status: 403, message: translatable("Your current password is wrong.") },
  passkey_wrong: {
    status: 403,
    message: translatable("That passkey didn't work. Try again, or use another way to sign in."),
  },
  passkey_needed: {
    status: 403,
    message: translatable("Your account needs a second factor. Use your passkey."),
  },
  second_factor_needed: {
    status: 403,
    message: translatable("Enter the code from your authenticator app, or a recovery code."),
  },
  second_factor_required: {
    status: 403,
    message: translatable(
      "Moderators and administrators need a second factor here. Set one up, or sign in with it.",
    ),
  },
  sign_in_again: {
    status: 403,
    message: translatable(
      "Sign out, sign in again at your institution, and repeat this within 10 minutes.",
    ),
  },
  confirmation_needed: {
    status: 403,
    message: translatable("Please confirm first that it's you."),
  },
  not_yours: { status: 403, message: translatable("Only the owner can do that.") },
  email_unverified: {
    status: 403,
    message: translatable(
      "Please verify your email before logging in. Check your inbox (and spam folder) for a verification link.",
    ),
  },
  account_suspended: { status: 403, message: translatable("This account has been suspended.") },
  profile_incomplete: { status: 403, message: translatable("Please complete your profile first.") },
  moderators_only: { status: 403, message: translatable("Only moderators can do that.") },
  administrators_only: { status: 403, message: translatable("Only administrators can do that.") },
  own_moderation: { status: 403, message: translatable("You can't moderate yourself.") },
  email_domain_closed: {
    status: 403,
    message: translatable("This community only accepts certain e-mail addresses."),
  },
  invite_needed: { status: 403, message: translatable("You need an invite code to join.") },
  invite_wrong: { status: 403, message: translatable("This invite code is no longer valid.") },
  own_ride: { status: 403, message: translatable("This is your own ride.") },
  own_block: { status: 403, message: translatable("You can't block yourself.") },
  own_report: { status: 403, message: translatable("You can't report yourself.") },
  own_contact: { status: 403, message: translatable("You can't be your own trusted contact.") },
  own_conversation: { status: 403, message: translatable("You can't message yourself.") },
  own_request: { status: 403, message: translatable("This is your own request.") },
  mark_needed: {
    status: 403,
    message: translatable("This group is for holders of a trust mark that you don't have."),
  },
  invitation_needed: {
    status: 403,
    message: translatable("You can join this group with its invitation link only."),
  },
  audience_closed: {
    status: 403,
    message: translatable("This ride is for another group of people."),
  },
  not_shared: {
    status: 403,
    message: translatable("You can only rate people you've shared a ride with."),
  },
  not_found: { status: 404, message: translatable("This is no longer available.") },
  request_timeout: {
    status: 408,
    message: translatable("The request took too long. Please try again."),
  },
  last_administrator: {
    status: 409,
    message: translatable("Make someone else an administrator first."),
  },
  last_sign_in: {
    status: 409,
    message: translatable(
      "This is your only way to sign in. Choose a password with 'Forgot password?' first.",
    ),
  },
  identity_taken: {
    status: 409,
    message: translatable("Another account is linked already. Unlink it first."),
  },
  providers_enough: {
    status: 409,
    message: translatable("There are 50 providers. Please remove one first."),
  },
  domain_of_other_provider: {
    status: 409,
    message: translatable("Another provider has this domain."),
  },
  text_changed: {
    status: 409,
    message: translatable(
      "Another administrator changed this text. Copy your changes and open it again.",
    ),
  },
  setting_fixed: { status: 409, message: translatable("The operator's environment sets this.") },
  passkeys_enough: {
    status: 409,
    message: translatable("You've reached the limit for passkeys. Please remove one first."),
  },
  passkeys_unavailable: {
    status: 409,
    message: translatable(
      "Passkeys need an address with a name and HTTPS. Ask the people who run this community.",
    ),
  },
  second_factor_on: {
    status: 409,
    message: translatable("You already have an authenticator app."),
  },
  verification_off: {
    status: 409,
    message: translatable("This community doesn't verify phone numbers."),
  },
  phone_missing: {
    status: 409,
    message: translatable("Add a phone number to your profile first."),
  },
  phone_verified: { status: 409, message: translatable("This number is verified already.") },
  phone_refused: {
    status: 409,
    message: translatable(
      "We can't send text messages to this number. Use a mobile number of this region.",
    ),
  },
  texts_enough: {
    status: 409,
    message: translatable("No more text messages can be sent today. Please try again tomorrow."),
  },
  email_taken: {
    status: 409,
    message: translatable("An account with this e-mail already exists."),
  },
  ride_full: {
    status: 409,
    message: translatable("This ride has no free seats on that part of the route."),
  },
  ride_over: { status: 409, message: translatable("This ride has departed or was cancelled.") },
  ride_has_passengers: {
    status: 409,
    message: translatable("This change would leave a passenger behind."),
  },
  conversation_closed: { status: 409, message: translatable("This conversation is closed.") },
  strangers_enough: {
    status: 409,
    message: translatable(
      "Your account is new, so you can only contact a few new people a day. Please try again tomorrow.",
    ),
  },
  already_travelling: {
    status: 409,
    message: translatable("You already have another ride at that time."),
  },
  cost_covered: {
    status: 409,
    message: translatable("Together, the passengers would pay more than the trip costs."),
  },
  series_over: { status: 409, message: translatable("This series has ended.") },
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
  events_enough: {
    status: 409,
    message: translatable("You've created enough events for today. Please try again tomorrow."),
  },
  groups_enough: {
    status: 409,
    message: translatable("You've reached the limit for groups. Please leave one first."),
  },
  last_manager: {
    status: 409,
    message: translatable(
      "A group needs a manager. Make another member a manager first, or delete the group.",
    ),
  },
  event_over: { status: 409, message: translatable("This event is over or was cancelled.") },
  too_early: { status: 409, message: translatable("This ride hasn't departed yet.") },
  seats_taken: { status: 409, message: translatable("More seats than that are already booked.") },
  access_missing: {
    status: 409,
    message: translatable("This vehicle doesn't have the accessibility features required."),
  },
  off_route: { status: 409, message: translatable("That's too far from this ride's route.") },
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
  already_offered: { status: 409, message: translatable("You've already answered this request.") },
  offers_enough: { status: 409, message: translatable("This request can't take any more offers.") },
  driver_gone: { status: 409, message: translatable("This driver is no longer online.") },
  blocks_enough: {
    status: 409,
    message: translatable(
      "You've reached the limit for blocked people. Please unblock someone first.",
    ),
  },
  saved_searches_enough: {
    status: 409,
    message: translatable("You've saved 20 searches. Please remove one first."),
  },
  shares_enough: {
    status: 409,
    message: translatable("You've reached the limit for links to this ride. Please end one first."),
  },
  nobody_follows: { status: 409, message: translatable("No one is following this ride any more.") },
  contacts_enough: {
    status: 409,
    message: translatable(
      "You've reached the limit for trusted contacts. Please remove one first.",
    ),
  },
  contact_known: {
    status: 409,
    message: translatable("This address is already one of your trusted contacts."),
  },
  contact_declined: {
    status: 409,
    message: translatable("This person doesn't want to be your trusted contact."),
  },
  window_missed: {
    status: 409,
    message: translatable("That's outside the times of this request."),
  },
  status_already_set: { status: 409, message: translatable("This has already been decided.") },
  rating_early: { status: 409, message: translatable("You can rate each other after the ride.") },
  rating_closed: { status: 409, message: translatable("It's too late to rate this ride.") },
  rating_published: {
    status: 409,
    message: translatable("This rating is public now and can't be changed."),
  },
  already_rated: {
    status: 409,
    message: translatable("You've already rated this person for this ride."),
  },
  already_replied: { status: 409, message: translatable("You've already replied to this rating.") },
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
  dispute_closed: { status: 409, message: translatable("It's too late to report this.") },
  in_flight: { status: 409, message: translatable("This request is still being processed.") },
  body_too_large: { status: 413, message: translatable("That's too much to send at once.") },
  photo_too_large: { status: 413, message: translatable("Please choose a picture of up to 5 MB.") },
  logo_too_large: { status: 413, message: translatable("Please choose a logo of up to 2 MB.") },
  photo_format_unknown: {
    status: 415,
    message: translatable("Please choose a JPEG, PNG or WebP picture."),
  },
  not_a_form: { status: 415, message: translatable("Please send a form.") },
  not_json: { status: 415, message: translatable("Please send JSON.") },
  wrong_address: {
    status: 421,
    message: translatable("This server isn't available at that address."),
  },
  idempotency_mismatch: {
    status: 422,
    message: translatable("This Idempotency-Key was used for a different request."),
  },
  too_many: { status: 429, message: translatable("Too many attempts. Please wait a moment.") },
  unexpected: { status: 500, message: translatable("An error occurred. Please try again.") },
  provider_unavailable: {
    status: 503,
    message: translatable("We can't reach your institution. Please try again soon."),
  },
  text_not_sent: {
    status: 503,
    message: translatable("The text message couldn't be sent. Please try again later."),
  },
  closed_for_now: {
    status: 503,
    message: translatable("We're working on the service. Please come back a little later."),
  },
  unavailable: {
    status: 503,
    message: translatable("The service isn't ready yet. Please try again soon."),
  },
} as const satisfies Record<string, { status: number; message: string }>;

export type ProblemCode = keyof typeof problems;

/** Reply of every failed call. `current` is the current record if a decision came too late. */
export const ProblemReply = z.object({
  code: z.string(),
  error: z.string(),
  fields: z.optional(z.record(z.string(), z.string())),
  current: z.optional(z.unknown()),
  requestId: z.string(),
});
export type ProblemReply = z.infer<typeof ProblemReply>;
