import { CODE_LENGTH, CODE_RESEND_AFTER_S } from "@commonlane/contract/limits";
import { phoneVerification } from "@commonlane/contract/phone-verification";
import { Trans, useLingui } from "@lingui/react/macro";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { composedQuery } from "#shared/api/query-keys.ts";
import { call } from "#shared/api/api-client.ts";
import { errorText } from "#shared/api/error-text.ts";
import { usePhoneFormat } from "#shared/forms/use-phone-format.ts";
import { useApplyProfile } from "#shared/profile/own-profile.ts";
import { Button } from "#shared/ui/Button.tsx";
import { Dialog } from "#shared/ui/Dialog.tsx";
import { CodeInput } from "#shared/ui/fields/CodeInput.tsx";
import { completeCode, emptyCode } from "#shared/ui/fields/code-digits.ts";
import { ErrorNotice } from "#shared/ui/ErrorNotice.tsx";
import { useToast } from "#shared/ui/toasts/Toasts.tsx";
import { useCooldown } from "#shared/forms/cooldown.ts";

interface VerifyPhoneDialogProps {
  /** The saved number. */
  readonly phone: string;
  readonly onDone: () => void;
}

/** Verifies the user's number: sends a code to it, then asks for the code. Opens at the code if one was just sent. */
export function VerifyPhoneDialog({ phone, onDone }: VerifyPhoneDialogProps) {
  const { t } = useLingui();
  const [digits, setDigits] = useState(emptyCode(CODE_LENGTH));
  const { hasCode, leftS, send, verify } = usePhoneCode({
    phone,
    onDone,
  });
  const number = usePhoneFormat(true)?.(phone) ?? phone;
  const otp = completeCode(digits);
  const isBusy = send.isPending || verify.isPending;
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    if (!hasCode) send.mutate();
    else if (otp !== undefined) verify.mutate(otp);
  };
  const resend = () => {
    setDigits(emptyCode(CODE_LENGTH));
    verify.reset();
    send.mutate();
  };
  return (
    <Dialog open onClose={onDone} title={t`Verify your phone number`} busy={isBusy}>
      <form noValidate className="grid gap-4" onSubmit={onSubmit}>
        <p className="text-ink-2">
          {hasCode ? (
            <Trans>
              Enter the code from the text message to{" "}
              <strong className="num whitespace-nowrap text-ink" dir="ltr">
                {number}
              </strong>
              . It can take a minute. A number gets at most 3 messages a day.
            </Trans>
          ) : (
            <Trans>
              We'll send a code to{" "}
              <strong className="num whitespace-nowrap text-ink" dir="ltr">
                {number}
              </strong>
              . Others then see that your number is verified, but not the number itself.
            </Trans>
          )}
        </p>
        {hasCode && (
          <CodeInput
            label={t`Verification code`}
            digits={digits}
            onChange={setDigits}
            error={verify.error ? errorText(verify.error) : undefined}
            busy={verify.isPending}
            autoFocus
          />
        )}
        <ErrorNotice error={send.error} />
        <Button type="submit" busy={isBusy} disabled={hasCode && otp === undefined}>
          {hasCode ? t`Verify` : t`Send the code`}
        </Button>
        {hasCode && (
          <Button variant="line" disabled={leftS > 0 || isBusy} onClick={resend}>
            {leftS > 0 ? t`Resend code in ${leftS} s` : t`Resend code`}
          </Button>
        )}
      </form>
    </Dialog>
  );
}

/** Sends and verifies codes. The time to wait for another one survives closing the dialog and a reload. */
function usePhoneCode({ phone, onDone }: VerifyPhoneDialogProps) {
  const { t } = useLingui();
  const toast = useToast();
  const queries = useQueryClient();
  const applyProfile = useApplyProfile();
  const state = useQuery(phoneVerificationState(phone)).data;
  const [leftS, restartCooldown] = useCooldown(CODE_RESEND_AFTER_S, `phone-verification ${phone}`);
  const send = useMutation({
    mutationFn: () => call(phoneVerification.sendCode, {}),
    onSuccess: restartCooldown,
    onSettled: () =>
      queries.invalidateQueries({ queryKey: phoneVerificationState(phone).queryKey }),
  });
  const verify = useMutation({
    mutationFn: (otp: string) => call(phoneVerification.verify, { body: { otp } }),
    onSuccess: (profile) => {
      applyProfile(profile);
      toast({
        message: t`Your phone number is verified.`,
        type: "success",
      });
      onDone();
    },
  });
  return {
    hasCode: send.isSuccess || state?.hasCode === true,
    leftS,
    send,
    verify,
  };
}

/** Whether this number of the user can be verified. A changed number has a state of its own. */
export const phoneVerificationState = (phone: string) =>
  composedQuery(["GET /phone-verification", {}, phone], ({ signal }) =>
    call(phoneVerification.state, {}, { signal }),
  );
