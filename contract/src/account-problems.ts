import { translatable } from "./message.ts";
import { passwordMessages } from "./password.ts";

/** Failures of signing in, of accounts, and of what proves who someone is. */
export const accountProblems = {
  code_wrong: {
    status: 400,
    message: translatable("Invalid verification code"),
  },
  link_over: {
    status: 400,
    message: translatable("This link is no longer valid."),
  },
  password_weak: { status: 400, message: passwordMessages.refused },
  signed_out: {
    status: 401,
    message: translatable("No authenticated user"),
  },
  feed_key_wrong: {
    status: 401,
    message: translatable("Send the key of a receiver of this feed in the header X-API-Key."),
  },
  api_key_wrong: {
    status: 401,
    message: translatable("This API key is not valid (any more)."),
  },
  api_key_scope: {
    status: 403,
    message: translatable("This API key may not make this call."),
  },
  api_keys_off: {
    status: 403,
    message: translatable("API keys are switched off in this community."),
  },
  api_keys_enough: {
    status: 409,
    message: translatable("You have 20 API keys. Please remove one first."),
  },
  credentials_wrong: {
    status: 401,
    message: translatable("Wrong e-mail or password."),
  },
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
  password_wrong: {
    status: 403,
    message: translatable("Your current password is wrong."),
  },
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
  email_unverified: {
    status: 403,
    message: translatable(
      "Please verify your email before logging in. Check your inbox (and spam folder) for a verification link.",
    ),
  },
  account_suspended: {
    status: 403,
    message: translatable("This account has been suspended."),
  },
  profile_incomplete: {
    status: 403,
    message: translatable("Please complete your profile first."),
  },
  email_domain_closed: {
    status: 403,
    message: translatable("This community only accepts certain e-mail addresses."),
  },
  invite_needed: {
    status: 403,
    message: translatable("You need an invite code to join."),
  },
  invite_wrong: {
    status: 403,
    message: translatable("This invite code is no longer valid."),
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
  phone_verified: {
    status: 409,
    message: translatable("This number is verified already."),
  },
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
  provider_unavailable: {
    status: 503,
    message: translatable("We can't reach your institution. Please try again soon."),
  },
  text_not_sent: {
    status: 503,
    message: translatable("The text message couldn't be sent. Please try again later."),
  },
} as const;
