import { CODE_LENGTH } from "@commonlane/contract/limits";
import { type HeldMark, trustMarks } from "@commonlane/contract/trust-marks";
import { Trans, useLingui } from "@lingui/react/macro";
import { useMutation, useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { call } from "#shared/api/api-client.ts";
import { useInvalidate } from "#shared/api/endpoint-query.ts";
import { errorText } from "#shared/api/error-text.ts";
import { formatUserDate } from "#shared/formatting/user-time-zone.ts";
import { useUser } from "#shared/session/SessionProvider.tsx";
import { ownTrustMarks } from "#shared/trust-marks/trust-marks.queries.ts";
import { Button } from "#shared/ui/Button.tsx";
import { Dialog } from "#shared/ui/Dialog.tsx";
import { ErrorNotice } from "#shared/ui/ErrorNotice.tsx";
import { CheckField } from "#shared/ui/fields/CheckField.tsx";
import { completeCode, emptyCode } from "#shared/ui/fields/code-digits.ts";
import { CodeInput } from "#shared/ui/fields/CodeInput.tsx";
import { Pill } from "#shared/ui/Pill.tsx";
import { useToast } from "#shared/ui/toasts/Toasts.tsx";

/** The user's trust marks: what they say, until when, and whether others see them. Absent for users without any. */
export function OwnMarks() {
  const { t } = useLingui();
  const own = useQuery(ownTrustMarks).data;
  const [isRenewing, setRenewing] = useState(false);
  if (!own || own.items.length === 0) return null;
  return (
    <section aria-labelledby="trust-marks" className="grid gap-4 card p-5">
      <h2 id="trust-marks" className="text-lg font-bold">{t`Trust marks`}</h2>
      <ul className="grid gap-4">
        {own.items.map((mark) => (
          <OwnMark key={mark.id} mark={mark} />
        ))}
      </ul>
      {own.canRenewByEmail && (
        <Button
          variant="line"
          size="sm"
          icon="mail"
          className="justify-self-start"
          onClick={() => setRenewing(true)}
        >
          {t`Renew by e-mail`}
        </Button>
      )}
      {isRenewing && <RenewMarksDialog onDone={() => setRenewing(false)} />}
    </section>
  );
}

function OwnMark({ mark }: { mark: HeldMark }) {
  const { t } = useLingui();
  const { name } = mark;
  const invalidate = useInvalidate();
  const hide = useMutation({
    mutationFn: (isHidden: boolean) =>
      call(trustMarks.setHidden, {
        params: { markId: mark.id },
        body: { isHidden },
      }),
    onSettled: () => invalidate(trustMarks),
  });
  const isHidden = hide.isPending ? hide.variables : mark.isHidden;
  const describeReason = useReasonText();
  return (
    <li className="grid gap-1">
      <p className="flex flex-wrap items-center gap-2 font-semibold wrap-anywhere">
        {mark.name}
        {!mark.isHeld && (
          <Pill tone="warn" icon="clock">
            {t`Expired`}
          </Pill>
        )}
      </p>
      <p className="text-sm text-ink-2 wrap-anywhere">{mark.meaning}</p>
      <ul className="text-sm text-ink-3">
        {mark.reasons.map((reason) => (
          <li key={`${reason.source} ${reason.grantedAt}`}>{describeReason(reason)}</li>
        ))}
      </ul>
      {mark.isHeld && (
        <CheckField
          label={t`Show ${name} to others`}
          checked={!isHidden}
          onChange={(isShown) => !hide.isPending && hide.mutate(!isShown)}
        />
      )}
      <ErrorNotice error={hide.error} />
    </li>
  );
}

/** Why a member holds a mark, and until when. */
function useReasonText(): (reason: HeldMark["reasons"][number]) => string {
  const { t } = useLingui();
  return ({ source, institution, expiresAt }) => {
    const name = institution ?? "";
    const day = formatUserDate(expiresAt);
    if (source === "email") return t`By your e-mail address, until ${day}`;
    if (source === "team") return t`From the moderators, until ${day}`;
    return t`By your sign-in at ${name}, until ${day}; each sign-in there renews it`;
  };
}

/** Renews the marks of the user's address with a code that is mailed to it. */
function RenewMarksDialog({ onDone }: { onDone: () => void }) {
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
