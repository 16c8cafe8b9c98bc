import { CODE_LENGTH } from "@commonlane/contract/limits";
import { trustMarks } from "@commonlane/contract/trust-marks";
import { Trans, useLingui } from "@lingui/react/macro";
import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { call } from "#shared/api/api-client.ts";
import { useInvalidate } from "#shared/api/endpoint-query.ts";
import { errorText } from "#shared/api/error-text.ts";
import { useUser } from "#shared/session/SessionProvider.tsx";
import { Button } from "#shared/ui/Button.tsx";
import { Dialog } from "#shared/ui/Dialog.tsx";
import { CodeInput } from "#shared/ui/fields/CodeInput.tsx";
import { completeCode, emptyCode } from "#shared/ui/fields/code-digits.ts";
import { ErrorNotice } from "#shared/ui/ErrorNotice.tsx";
import { useToast } from "#shared/ui/toasts/Toasts.tsx";

/** Renews the marks of the user's address with a code that is mailed to it. */
export function RenewMarksDialog({ onDone }: { onDone: () => void }) {
  const { t } = useLingui();
  const { email } = useUser();
  const toast = useToast();
  const invalidate = useInvalidate();
  const [digits, setDigits] = useState(emptyCode(CODE_LENGTH));
  const otp = completeCode(digits);
  const send = useMutation({ mutationFn: () => call(trustMarks.sendCode, {}) });
  const renew = useMutation({
    mutationFn: (otp: string) => call(trustMarks.renew, { body: { otp } }),
    onSuccess: async () => {
      await invalidate(trustMarks);
      toast({
        message: t`Trust marks renewed.`,
        type: "success",
      });
      onDone();
    },
  });
  const isBusy = send.isPending || renew.isPending;
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    if (!send.isSuccess) send.mutate();
    else if (otp !== undefined) renew.mutate(otp);
  };
  return (
    <Dialog open onClose={onDone} title={t`Renew by e-mail`} busy={isBusy}>
      <form noValidate className="grid gap-4" onSubmit={onSubmit}>
        <p className="text-ink-2">
          {send.isSuccess ? (
            <Trans>
              Enter the code we sent to <strong className="text-ink wrap-anywhere">{email}</strong>.
            </Trans>
          ) : (
            <Trans>
              We'll send a code to <strong className="text-ink wrap-anywhere">{email}</strong>, to
              make sure that you still use this address.
            </Trans>
          )}
        </p>
        {send.isSuccess && (
          <CodeInput
            label={t`Verification code`}
            digits={digits}
            onChange={setDigits}
            error={renew.error ? errorText(renew.error) : undefined}
            busy={isBusy}
            autoFocus
          />
        )}
        <ErrorNotice error={send.error} />
        <Button type="submit" busy={isBusy} disabled={send.isSuccess && otp === undefined}>
          {send.isSuccess ? t`Renew` : t`Send the code`}
        </Button>
      </form>
    </Dialog>
  );
}
