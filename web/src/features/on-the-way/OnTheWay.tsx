import type { OnTheWay as Safety } from "@commonlane/contract/on-the-way";
import type { Ride } from "@commonlane/contract/rides";
import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { errorText } from "#shared/error-text.ts";
import { Button } from "#shared/ui/Button.tsx";
import { Link } from "#shared/ui/Link.tsx";
import { Notice } from "#shared/ui/Notice.tsx";
import { timeText } from "#shared/wording/wording.ts";
import { EmergencyDialog } from "./EmergencyDialog.tsx";
import { onTheWayOn, useArrived } from "./on-the-way.queries.ts";
import { ShareLinks } from "./ShareLinks.tsx";

/** For those on a ride, from an hour before it leaves until it is over: help, a link for others, and "I have arrived". */
export function OnTheWay({ ride }: { ride: Ride }) {
  const { t } = useLingui();
  const { data, dataUpdatedAt } = useQuery(onTheWayOn(ride.id));
  const [calling, setCalling] = useState(false);
  if (!data || dataUpdatedAt < Date.parse(data.opensAt) || dataUpdatedAt >= Date.parse(data.endsAt)) return null;
  const left = dataUpdatedAt >= Date.parse(ride.departsAt);
  return (
    <section aria-labelledby="on-the-way" className="grid gap-4 rounded-lg border border-line bg-surface p-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 id="on-the-way" className="text-xl font-bold">{t`Safe on the way`}</h2>
        <Button variant="danger" icon="phone" onClick={() => setCalling(true)}>{t`Emergency`}</Button>
      </div>
      {left && <Arrival ride={ride} safety={data} />}
      {!data.arrivedAt && <ShareLinks ride={ride} safety={data} left={left} />}
      {!data.arrivedAt && <WhoIsTold contacts={data.contacts} />}
      <EmergencyDialog ride={ride} numbers={data.emergency} open={calling} onClose={() => setCalling(false)} />
    </section>
  );
}

/** One tap when one is there; asked for when it is late. */
function Arrival({ ride: { id, timeZone }, safety }: { ride: Ride; safety: Safety }) {
  const { t } = useLingui();
  const arrived = useArrived(id);
  const { arrivedAt, askedAt, toldAt } = safety;
  if (arrivedAt) {
    const time = timeText(arrivedAt, timeZone);
    return <Notice tone="ok">{t`You said at ${time} that you have arrived. Links to follow you have ended.`}</Notice>;
  }
  const toldTime = toldAt && timeText(toldAt, timeZone);
  return (
    <div className="grid gap-3">
      {askedAt && (
        <Notice tone="warn">
          {toldTime
            ? t`Your trusted contacts were told at ${toldTime} that nobody has heard from you. Say that you have arrived, and they hear that all is well.`
            : t`Did you arrive? Without an answer your trusted contacts are told.`}
        </Notice>
      )}
      <Button
        className="justify-self-start"
        variant={askedAt ? "solid" : "soft"}
        icon="check-circle"
        busy={arrived.isPending}
        onClick={() => arrived.mutate()}
      >
        {t`I have arrived`}
      </Button>
      {arrived.error && (
        <Notice tone="bad">{errorText(arrived.error, t`This did not reach the server. Try again.`)}</Notice>
      )}
    </div>
  );
}

function WhoIsTold({ contacts }: { contacts: number }) {
  const { t } = useLingui();
  return (
    <p className="text-sm text-ink-2">
      {contacts === 0
        ? t`Nobody is told if you do not arrive.`
        : plural(contacts, {
            one: "If you do not say that you have arrived, your trusted contact is told by mail.",
            other: "If you do not say that you have arrived, your # trusted contacts are told by mail.",
          })}{" "}
      <Link to="/profile#trusted-contacts" className="font-semibold underline underline-offset-4">
        {t`Trusted contacts`}
      </Link>
    </p>
  );
}
