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
import { ErrorNotice } from "#shared/ui/ErrorNotice.tsx";
import { Notice } from "#shared/ui/Notice.tsx";
import { useNow } from "#shared/use-now.ts";
import { formatTime } from "#shared/formatting/format.ts";
import { EmergencyDialog } from "./EmergencyDialog.tsx";
import { tripSafetyOf, useConfirmArrival } from "./trip-safety.queries.ts";
import { getVisibleSections } from "./visible-sections.ts";
import { ShareLinks } from "./ShareLinks.tsx";

/**
 * Safety tools for the people on a ride: share links from the booking on, emergency help from an hour before departure,
 * and the arrival confirmation. Emergency help works without a response from the server.
 */
export function TripSafetyPanel({ ride }: { ride: Ride }) {
  const { t } = useLingui();
  const { data, error, isFetching, refetch } = useQuery(tripSafetyOf(ride.id));
  const nowMs = useNow();
  const [isEmergencyOpen, setEmergencyOpen] = useState(false);
  const { emergency, arrival, sharing } = getVisibleSections(ride, data, nowMs);
  const hasFailed = !data && error !== null;
  // Not shown to users who are not on the ride.
  if (isProblem(error, "not_found") || !(emergency || arrival || sharing || hasFailed)) return null;
  return (
    <section aria-labelledby="trip-safety" className="grid gap-4 card p-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 id="trip-safety" className="text-xl font-bold">{t`Trip safety`}</h2>
        {emergency && (
          <Button
            variant="danger"
            icon="phone"
            onClick={() => setEmergencyOpen(true)}
          >{t`Emergency`}</Button>
        )}
      </div>
      {hasFailed && (
        <ErrorState
          className="py-2"
          message={errorText(error, t`Couldn't load the links to follow your trip.`)}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      )}
      {data && arrival && <ArrivalConfirmation ride={ride} safety={data} />}
      {data && sharing && <ShareLinks ride={ride} safety={data} />}
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

/** Button to confirm the arrival, with a reminder if it is overdue. */
function ArrivalConfirmation({ ride: { id, timeZone }, safety }: { ride: Ride; safety: Safety }) {
  const { t } = useLingui();
  const arrived = useConfirmArrival(id);
  const { arrivedAt, arrivalAskedAt, contactsNotifiedAt } = safety;
  if (arrivedAt) {
    const time = formatTime(arrivedAt, timeZone);
    return (
      <Notice tone="ok">{t`You confirmed your arrival at ${time}. Your share links have ended.`}</Notice>
    );
  }
  const notifiedTime = contactsNotifiedAt && formatTime(contactsNotifiedAt, timeZone);
  return (
    <div className="grid gap-3">
      {arrivalAskedAt && (
        <Notice tone="warn">
          {notifiedTime
            ? t`We notified your trusted contacts at ${notifiedTime} that you haven't confirmed your arrival. Confirm it now so they know you're OK.`
            : t`Have you arrived? If you don't answer, we'll notify your trusted contacts.`}
        </Notice>
      )}
      <Button
        className="justify-self-start"
        variant={arrivalAskedAt ? "solid" : "soft"}
        icon="check-circle"
        busy={arrived.isPending}
        onClick={() => arrived.mutate()}
      >
        {t`I have arrived`}
      </Button>
      <ErrorNotice error={arrived.error} />
    </div>
  );
}

function ContactsNotice({ contacts }: { contacts: number }) {
  const { t } = useLingui();
  return (
    <p className="text-sm text-ink-2">
      {contacts === 0
        ? t`No one is notified if you don't arrive.`
        : plural(contacts, {
            one: "If you don't confirm your arrival, we'll e-mail your trusted contact.",
            other: "If you don't confirm your arrival, we'll e-mail your # trusted contacts.",
          })}{" "}
      <Link to="/settings/safety" className="font-semibold underline underline-offset-4">
        {t`Trusted contacts`}
      </Link>
    </p>
  );
}
