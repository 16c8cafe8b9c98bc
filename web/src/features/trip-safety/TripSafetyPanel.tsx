import { getEmergencyNumbers } from "@commonlane/contract/emergency-numbers";
import type { TripSafety as Safety } from "@commonlane/contract/trip-safety";
import type { Ride } from "@commonlane/contract/rides";
import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { isProblem } from "#shared/api/api-error.ts";
import { errorText } from "#shared/api/error-text.ts";
import { Button } from "#shared/ui/Button.tsx";
import { ErrorState } from "#shared/ui/ErrorState.tsx";
import { Link } from "#shared/ui/Link.tsx";
import { Notice } from "#shared/ui/Notice.tsx";
import { useNow } from "#shared/use-now.ts";
import { formatTime } from "#shared/formatting/format.ts";
import { EmergencyDialog } from "./EmergencyDialog.tsx";
import { tripSafetyOf, useConfirmArrival } from "./trip-safety.queries.ts";
import { getVisibleSections } from "./visible-sections.ts";
import { ShareLinks } from "./ShareLinks.tsx";

/**
 * For those on a ride: a link for others from the booking on, help from an hour before it leaves, and "I have arrived". Help
 * needs no answer of the server.
 */
export function TripSafetyPanel({ ride }: { ride: Ride }) {
  const { t } = useLingui();
  const { data, error, isFetching, refetch } = useQuery(tripSafetyOf(ride.id));
  const nowMs = useNow();
  const [isEmergencyOpen, setEmergencyOpen] = useState(false);
  const { emergency, arrival, sharing } = getVisibleSections(ride, data, nowMs);
  const hasFailed = !data && error !== null;
  // Whoever is not on the ride has nothing here.
  if (isProblem(error, "not_found") || !(emergency || arrival || sharing || hasFailed)) return null;
  return (
    <section aria-labelledby="trip-safety" className="grid gap-4 rounded-lg border border-line bg-surface p-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 id="trip-safety" className="text-xl font-bold">{t`Safe on the way`}</h2>
        {emergency && (
          <Button variant="danger" icon="phone" onClick={() => setEmergencyOpen(true)}>{t`Emergency`}</Button>
        )}
      </div>
      {hasFailed && (
        <ErrorState
          className="py-2"
          message={errorText(error, t`Links to follow your ride could not be loaded.`)}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      )}
      {data && arrival && <ArrivalConfirmation ride={ride} safety={data} />}
      {data && sharing && <ShareLinks ride={ride} safety={data} hasLeft={arrival} />}
      {data && sharing && <ContactsNotice contacts={data.contacts} />}
      <EmergencyDialog
        ride={ride}
        numbers={data?.emergency ?? getEmergencyNumbers(undefined)}
        open={isEmergencyOpen}
        onClose={() => setEmergencyOpen(false)}
      />
    </section>
  );
}

/** One tap when one is there; asked for when it is late. */
function ArrivalConfirmation({ ride: { id, timeZone }, safety }: { ride: Ride; safety: Safety }) {
  const { t } = useLingui();
  const arrived = useConfirmArrival(id);
  const { arrivedAt, arrivalAskedAt: reminderSentAt, contactsNotifiedAt: notifiedAt } = safety;
  if (arrivedAt) {
    const time = formatTime(arrivedAt, timeZone);
    return <Notice tone="ok">{t`You said at ${time} that you have arrived. Links to follow you have ended.`}</Notice>;
  }
  const notifiedTime = notifiedAt && formatTime(notifiedAt, timeZone);
  return (
    <div className="grid gap-3">
      {reminderSentAt && (
        <Notice tone="warn">
          {notifiedTime
            ? t`Your trusted contacts were told at ${notifiedTime} that nobody has heard from you. Say that you have arrived, and they hear that all is well.`
            : t`Did you arrive? Without an answer your trusted contacts are told.`}
        </Notice>
      )}
      <Button
        className="justify-self-start"
        variant={reminderSentAt ? "solid" : "soft"}
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

function ContactsNotice({ contacts }: { contacts: number }) {
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
