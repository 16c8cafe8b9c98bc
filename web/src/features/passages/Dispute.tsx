import type { Passage } from "@commonlane/contract/passages";
import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { Button } from "#shared/ui/Button.tsx";
import { Notice } from "#shared/ui/Notice.tsx";
import { ownTimeZone } from "#shared/wording/own-time-zone.ts";
import { dayText, timeText } from "#shared/wording/wording.ts";
import { faultWords } from "./fault-words.ts";
import { NotTravelledDialog } from "./NotTravelledDialog.tsx";

interface DisputeProps {
  passage: Passage;
  mine: boolean;
  name: string;
}

/** "We did not travel": the way to say so while there is time, what was said, and what came of it. */
export function Dispute({ passage, mine, name }: DisputeProps) {
  const { t } = useLingui();
  const [asking, setAsking] = useState(false);
  const { dispute, disputeUntil, id } = passage;
  const own = dispute !== null && (dispute.said.by === "host") === mine;
  // Whether there is still time the server knows; soon after the last moment it is settled.
  const answerable = dispute !== null && !own && dispute.outcome === null;
  return (
    <>
      {dispute && <WhatWasSaid dispute={dispute} own={own} name={name} />}
      {(disputeUntil !== null || answerable) && (
        <Button
          variant={answerable ? "solid" : "ghost"}
          size="sm"
          className="justify-self-start"
          onClick={() => setAsking(true)}
        >
          {answerable ? t`Say how it was` : t`We did not travel`}
        </Button>
      )}
      <NotTravelledDialog
        passageId={id}
        name={name}
        answering={answerable}
        open={asking}
        onClose={() => setAsking(false)}
      />
    </>
  );
}

function WhatWasSaid({ dispute, own, name }: { dispute: NonNullable<Passage["dispute"]>; own: boolean; name: string }) {
  const { t, i18n } = useLingui();
  const { said, answer, answerUntil, outcome } = dispute;
  const sides = [
    { account: said, byMe: own },
    { account: answer, byMe: !own },
  ];
  const until = `${dayText(answerUntil, ownTimeZone())}, ${timeText(answerUntil, ownTimeZone())}`;
  return (
    <Notice tone={outcome === null ? "warn" : "info"}>
      <ul className="grid gap-1">
        {sides.map(
          ({ account, byMe }) =>
            account && (
              <li key={account.by} className="wrap-anywhere">
                {byMe
                  ? t`You said: ${i18n._(faultWords[account.fault])}.`
                  : t`${name} said: ${i18n._(faultWords[account.fault])}.`}{" "}
                {account.note && <q className="font-normal">{account.note}</q>}
              </li>
            ),
        )}
      </ul>
      <p className="mt-1">
        {outcome === null
          ? t`It is open until ${until}.`
          : t`So it stands in the record: ${i18n._(faultWords[outcome])}.`}
      </p>
    </Notice>
  );
}
