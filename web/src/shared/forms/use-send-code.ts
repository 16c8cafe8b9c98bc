import { CODE_RESEND_AFTER_S, CODE_VALID_MAX_S } from "@commonlane/contract/limits";
import { useLingui } from "@lingui/react/macro";
import type { useAttempt } from "#shared/forms/use-attempt.ts";
import {
  startCooldown,
  endCooldown,
  cooldownSecondsLeft,
  cooldownStartedAt,
} from "#shared/forms/cooldown.ts";
import { useAccountToast } from "#shared/ui/toasts/Toasts.tsx";

interface SendCodeOptions {
  readonly purpose: "registration" | "password-reset" | "email-change" | "provider-email";
  readonly email: string;
  readonly send: (email: string) => Promise<unknown>;
  readonly attempt: ReturnType<typeof useAttempt>["attempt"];
}

/** Sends codes to an address and remembers when, also across reloads. */
export function useSendCode({ purpose, email, send, attempt }: SendCodeOptions) {
  const { t } = useLingui();
  const toast = useAccountToast();
  const wait = `${purpose} ${email.toLowerCase()}`;
  const isWithin = (seconds: number) => cooldownSecondsLeft(cooldownStartedAt(wait), seconds) > 0;
  const sendAndStartCooldown = async () => {
    await send(email);
    startCooldown(wait);
  };
  /** Resolves to true if there is a code to enter. A code that was just sent is not sent again. */
  const sendFirst = async (): Promise<boolean> => {
    if (isWithin(CODE_RESEND_AFTER_S)) return true;
    const failureTexts = [
      t`Failed to send verification code`,
      t`Failed to send verification code. Please try again.`,
    ] as const;
    const sent = await attempt(failureTexts, sendAndStartCooldown);
    if (sent)
      toast({
        message: t`Verification code sent to your email!`,
        type: "success",
      });
    return sent;
  };
  const sendAnother = async (): Promise<boolean> => {
    const sent = await attempt(t`Failed to resend verification code`, sendAndStartCooldown);
    if (sent)
      toast({
        message: t`New verification code sent to your email!`,
        type: "success",
      });
    return sent;
  };
  /** `wait` is the name of the cooldown for CodeActions; `works` returns whether the last code may still be valid. */
  return {
    wait,
    sendFirst,
    sendAnother,
    works: () => isWithin(CODE_VALID_MAX_S),
    use: () => endCooldown(wait),
  };
}
