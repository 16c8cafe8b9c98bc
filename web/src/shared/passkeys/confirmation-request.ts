import { createObservable } from "../observable.ts";
import { forgetAtSignOut } from "../session/left-behind.ts";

interface ConfirmationRequest {
  readonly answer: (isConfirmed: boolean) => void;
}

const requested = createObservable<ConfirmationRequest | undefined>(undefined);
let asked: Promise<boolean> | undefined;

/**
 * Asks the user to confirm that it is them, in a dialog above the page. Calls that ask at the same time share one
 * dialog. Resolves to false if the user closes it or is signed out.
 */
export function askForConfirmation(): Promise<boolean> {
  asked ??= new Promise<boolean>((resolve) => requested.set({ answer: resolve }));
  return asked;
}

/** Closes the dialog. */
export function answerConfirmation(isConfirmed: boolean): void {
  const request = requested.get();
  asked = undefined;
  requested.set(undefined);
  request?.answer(isConfirmed);
}

forgetAtSignOut(() => answerConfirmation(false));

export const requestedConfirmation = requested.get;

/** Calls the listener on every change; returns the unsubscribe function. */
export const onRequestedConfirmation = requested.subscribe;
