import { type HeldMark, trustMarks } from "@commonlane/contract/trust-marks";
import { useLingui } from "@lingui/react/macro";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "#shared/api/api-client.ts";
import { useInvalidate } from "#shared/api/endpoint-query.ts";
import { ownTrustMarks } from "#shared/trust-marks/trust-marks.queries.ts";
import { Button } from "#shared/ui/Button.tsx";
import { CheckField } from "#shared/ui/fields/CheckField.tsx";
import { ErrorNotice } from "#shared/ui/ErrorNotice.tsx";
import { Pill } from "#shared/ui/Pill.tsx";
import { RenewMarksDialog } from "./RenewMarksDialog.tsx";
import { formatUserDate } from "#shared/formatting/user-time-zone.ts";

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
