import { type SignInOutcome, signInProviders } from "@commonlane/contract/sign-in-providers";
import type { Session } from "@commonlane/contract/accounts";
import type { Input, Reply } from "@commonlane/contract/endpoint";
import { call } from "#shared/api/api-client.ts";
import { flagDeletionCancelled } from "#shared/session/deletion-cancelled-flag.ts";
import { findReturnTarget } from "#shared/session/return-target.ts";
import { useNavigate } from "react-router";

/** Goes to the provider, which sends the browser back to the callback page. */
export async function openProvider(providerId: string): Promise<void> {
  const returnTo = findReturnTarget()?.to ?? null;
  const { url } = await call(signInProviders.start, {
    params: { providerId },
    body: { returnTo },
  });
  location.assign(url);
}

/** Passes the provider's answer on. */
export async function finishSignIn(providerId: string, answer: string): Promise<SignInOutcome> {
  const outcome = await call(signInProviders.finish, {
    params: { providerId },
    body: { answer },
  });
  if (outcome.session) noteDeletion(outcome.session);
  return outcome;
}

export const createAccount = (
  body: Input<typeof signInProviders.createAccount>["body"],
): Promise<Reply<typeof signInProviders.createAccount>> =>
  call(signInProviders.createAccount, { body });

export async function linkWithPassword(
  body: Input<typeof signInProviders.linkWithPassword>["body"],
): Promise<Reply<typeof signInProviders.linkWithPassword>> {
  const reply = await call(signInProviders.linkWithPassword, { body });
  noteDeletion(reply.session);
  return reply;
}

/** Signs in to an account that asks for a code of its authenticator app. */
export async function finishWithCode(code: string): Promise<Session> {
  const { session } = await call(signInProviders.finishWithCode, { body: { code } });
  noteDeletion(session);
  return session;
}

/** Mails a code to an address of the person who signs in at an institution that confirms none. */
export const sendEmailCode = (email: string): Promise<unknown> =>
  call(signInProviders.sendEmailCode, { body: { email } });

/** Confirms that address with the code; says what is missing then. */
export function confirmEmail(email: string, otp: string): Promise<SignInOutcome> {
  return call(signInProviders.confirmEmail, {
    body: {
      email,
      otp,
    },
  });
}

export function confirmLink(): Promise<unknown> {
  return call(signInProviders.confirmLink, {});
}

function noteDeletion({ deletionCancelled }: Session): void {
  if (deletionCancelled) flagDeletionCancelled();
}

/** What the forms after a sign-in at an institution get. */
export interface ConfirmationProps {
  readonly institution: string;
  readonly person: NonNullable<SignInOutcome["person"]>;
  readonly returnTo: string | null;
}

/** Goes on to the page where the person wanted to be. */
export function useContinue(): (returnTo: string | null) => void {
  const navigate = useNavigate();
  return (returnTo) => void navigate(returnTo ?? "/home", { replace: true });
}
