import { CODE_VALID_S } from "@commonlane/contract/limits";
import type { Letter } from "#platform/mail/mailer.ts";
import type { Settings } from "#platform/settings.ts";

type Community = Pick<Settings, "COMMUNITY_NAME">;

const INVITED = "If this was not you, you need not do anything: without this code nobody can use your address.";

export const registrationLetter = ({ COMMUNITY_NAME }: Community, to: string, code: string): Letter => ({
  to,
  subject: `Your ${COMMUNITY_NAME} verification code`,
  paragraphs: [
    `Enter this code to prove that this e-mail address is yours. It is valid for ${CODE_VALID_S / 60} minutes.`,
    INVITED,
  ],
  code,
});

export const accountExistsLetter = ({ COMMUNITY_NAME }: Community, to: string): Letter => ({
  to,
  subject: `You already have a ${COMMUNITY_NAME} account`,
  paragraphs: [
    "Somebody asked for a registration code for this e-mail address, but there is an account with it already. Sign in with your password instead.",
    "If this was not you, you need not do anything. Whoever asked was not told that you have an account.",
  ],
});

export const triedToSignUpLetter = ({ COMMUNITY_NAME }: Community, to: string): Letter => ({
  to,
  subject: `Somebody tried to sign up at ${COMMUNITY_NAME} with your e-mail address`,
  paragraphs: [
    "Somebody tried to make an account with this e-mail address. You have one already, and it was not changed: sign in with your password.",
    "If this was not you, you need not do anything. Whoever tried was not told that you have an account.",
  ],
});
