import { HOUR_MS } from "@commonlane/contract/durations";
import { getEmergencyNumbers } from "@commonlane/contract/emergency-numbers";
import { SHARE_LINK_OPENS_BEFORE_S } from "@commonlane/contract/limits";
import type { Ride } from "@commonlane/contract/rides";
import type { TripSafety as Safety } from "@commonlane/contract/trip-safety";
import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { isProblem } from "#shared/api/api-error.ts";
import { errorText } from "#shared/api/error-text.ts";
import { formatTime } from "#shared/formatting/format.ts";
import { Button } from "#shared/ui/Button.tsx";
import { ErrorNotice } from "#shared/ui/ErrorNotice.tsx";
import { ErrorState } from "#shared/ui/ErrorState.tsx";
import { Link } from "#shared/ui/Link.tsx";
import { Notice } from "#shared/ui/Notice.tsx";
import { useNow } from "#shared/use-now.ts";
import { EmergencyDialog } from "./EmergencyDialog.tsx";
import { ShareLinks } from "./ShareLinks.tsx";
import { tripSafetyOf, useConfirmArrival } from "./trip-safety.queries.ts";

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

/** How long emergency help stays visible after the arrival if the server has not responded. */
const HELP_AFTER_MS = 2 * HOUR_MS;

interface VisibleSections {
  /** Emergency help, from an hour before departure until the trip is over. */
  emergency: boolean;
  /** Arrival confirmation, shown as long as someone is waiting for it. */
  arrival: boolean;
  /** Share links, from the booking on. */
  sharing: boolean;
}

/**
 * Sections of the trip safety panel that are visible now. Without a response from the server, the ride's own times
 * decide about emergency help, which must not depend on a network.
 */
export function getVisibleSections(
  { departsAt, arrivesAt }: Pick<Ride, "departsAt" | "arrivesAt">,
  safety: Pick<Safety, "opensAt" | "endsAt" | "arrivedAt" | "arrivalAskedAt"> | undefined,
  nowMs: number,
): VisibleSections {
  const departsMs = Date.parse(departsAt);
  const opensMs = safety
    ? Date.parse(safety.opensAt)
    : departsMs - SHARE_LINK_OPENS_BEFORE_S * 1000;
  const endsMs = safety ? Date.parse(safety.endsAt) : Date.parse(arrivesAt) + HELP_AFTER_MS;
  const isOver = nowMs >= endsMs;
  return {
    emergency: opensMs <= nowMs && !isOver,
    arrival:
      safety !== undefined && departsMs <= nowMs && (!isOver || safety.arrivalAskedAt !== null),
    sharing: safety !== undefined && !isOver && safety.arrivedAt === null,
  };
}
