import { msg } from "@lingui/core/macro";

/** What can keep pushes from coming (specification, section 8), each with what a person can do. */
export const pushErrors = {
  "permission-default": msg`You have not said yet whether we may notify you. Turn it on again and choose Allow.`,
  "permission-blocked": msg`Your browser blocks notifications from this site. Allow them in the site's settings, beside the address, and try again.`,
  "unsupported-browser": msg`This browser cannot take push messages. On an iPhone or iPad, add the app to the home screen first; otherwise letters reach you.`,
  "failed-service-worker-registration": msg`The part that shows push messages could not be installed. A private window or a blocker may be the reason.`,
  "token-subscribe-failed": msg`Your browser could not reach its push service. Check the connection and try again; letters reach you meanwhile.`,
  "token-subscribe-no-token": msg`Your browser gave no address for push messages. Try again, or restart the browser.`,
  "token-update-failed": msg`This browser takes push messages, but we could not be told where. We try again when you come back.`,
  "token-unsubscribe-failed": msg`Push messages could not be turned off here. Try again, or block them in the browser's settings.`,
} as const;
export type PushErrorCode = keyof typeof pushErrors;

/** Pushes are not on, for a reason that has words. */
export class PushError extends Error {
  override readonly name = "PushError";
  readonly code: PushErrorCode;

  constructor(code: PushErrorCode, cause?: unknown) {
    super(code, { cause });
    this.code = code;
  }
}
