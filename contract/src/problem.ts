import * as z from "zod/mini";
import { accountProblems } from "./account-problems.ts";
import { translatable } from "./message.ts";
import { rideProblems } from "./ride-problems.ts";

/** All expected failures of the API, with HTTP status and the message shown to users. */
export const problems = {
  ...accountProblems,
  ...rideProblems,
  invalid_input: {
    status: 400,
    message: translatable("Some fields are not valid."),
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
  not_yours: {
    status: 403,
    message: translatable("Only the owner can do that."),
  },
  moderators_only: {
    status: 403,
    message: translatable("Only moderators can do that."),
  },
  administrators_only: {
    status: 403,
    message: translatable("Only administrators can do that."),
  },
  own_moderation: {
    status: 403,
    message: translatable("You can't moderate yourself."),
  },
  own_block: {
    status: 403,
    message: translatable("You can't block yourself."),
  },
  own_report: {
    status: 403,
    message: translatable("You can't report yourself."),
  },
  own_contact: {
    status: 403,
    message: translatable("You can't be your own trusted contact."),
  },
  own_conversation: {
    status: 403,
    message: translatable("You can't message yourself."),
  },
  mark_needed: {
    status: 403,
    message: translatable("This group is for holders of a trust mark that you don't have."),
  },
  invitation_needed: {
    status: 403,
    message: translatable("You can join this group with its invitation link only."),
  },
  not_found: {
    status: 404,
    message: translatable("This is no longer available."),
  },
  neighbour_signature_wrong: {
    status: 401,
    message: translatable("This request isn't signed by a neighbour of this community."),
  },
  neighbour_key_changed: {
    status: 409,
    message: translatable("This community shows another key now. Compare the fingerprint again."),
  },
  neighbour_unreachable: {
    status: 502,
    message: translatable(
      "There is no community on Commonlane at this address, or it can't be reached.",
    ),
  },
  import_file_unreadable: {
    status: 400,
    message: translatable("This file can't be read. Save it as CSV and choose it again."),
  },
  import_file_unknown: {
    status: 400,
    message: translatable("This file doesn't have the columns that are needed."),
  },
  import_too_many: {
    status: 400,
    message: translatable("This file has too many rows."),
  },
  import_unreachable: {
    status: 502,
    message: translatable("There is no file at this address, or it can't be reached."),
  },
  calendar_unreadable: {
    status: 400,
    message: translatable("There is no calendar at this address that can be read."),
  },
  event_calendars_enough: {
    status: 409,
    message: translatable("There are 20 calendars already. Remove one first."),
  },
  request_timeout: {
    status: 408,
    message: translatable("The request took too long. Please try again."),
  },
  last_administrator: {
    status: 409,
    message: translatable("Make someone else an administrator first."),
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
  setting_fixed: {
    status: 409,
    message: translatable("The operator's environment sets this."),
  },
  conversation_closed: {
    status: 409,
    message: translatable("This conversation is closed."),
  },
  strangers_enough: {
    status: 409,
    message: translatable(
      "Your account is new, so you can only contact a few new people a day. Please try again tomorrow.",
    ),
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
  event_over: {
    status: 409,
    message: translatable("This event is over or was cancelled."),
  },
  blocks_enough: {
    status: 409,
    message: translatable(
      "You've reached the limit for blocked people. Please unblock someone first.",
    ),
  },
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
  status_already_set: {
    status: 409,
    message: translatable("This has already been decided."),
  },
  in_flight: {
    status: 409,
    message: translatable("This request is still being processed."),
  },
  body_too_large: {
    status: 413,
    message: translatable("That's too much to send at once."),
  },
  photo_too_large: {
    status: 413,
    message: translatable("Please choose a picture of up to 5 MB."),
  },
  import_file_too_large: {
    status: 413,
    message: translatable("Please choose a file of up to 5 MB."),
  },
  logo_too_large: {
    status: 413,
    message: translatable("Please choose a logo of up to 2 MB."),
  },
  photo_format_unknown: {
    status: 415,
    message: translatable("Please choose a JPEG, PNG or WebP picture."),
  },
  not_a_form: {
    status: 415,
    message: translatable("Please send a form."),
  },
  not_json: {
    status: 415,
    message: translatable("Please send JSON."),
  },
  wrong_address: {
    status: 421,
    message: translatable("This server isn't available at that address."),
  },
  idempotency_mismatch: {
    status: 422,
    message: translatable("This Idempotency-Key was used for a different request."),
  },
  too_many: {
    status: 429,
    message: translatable("Too many attempts. Please wait a moment."),
  },
  unexpected: {
    status: 500,
    message: translatable("An error occurred. Please try again."),
  },
  closed_for_now: {
    status: 503,
    message: translatable("We're working on the service. Please come back a little later."),
  },
  unavailable: {
    status: 503,
    message: translatable("The service isn't ready yet. Please try again soon."),
  },
} as const satisfies Record<
  string,
  {
    status: number;
    message: string;
  }
>;

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
