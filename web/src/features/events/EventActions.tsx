import { type Event, events } from "@commonlane/contract/events";
import { useLingui } from "@lingui/react/macro";
import { type ReactNode, useState } from "react";
import { download } from "#shared/api/download.ts";
import { useAttempt } from "#shared/forms/use-attempt.ts";
import { useUser } from "#shared/session/SessionProvider.tsx";
import { Button } from "#shared/ui/Button.tsx";
import { buttonClasses } from "#shared/ui/button-classes.ts";
import { ConsequenceDialog } from "#shared/ui/ConsequenceDialog.tsx";
import { Icon } from "#shared/ui/Icon.tsx";
import { Link } from "#shared/ui/Link.tsx";
import { ErrorNotice } from "#shared/ui/ErrorNotice.tsx";
import { useCancelEvent } from "./events.queries.ts";

/** Calendar and sharing for everyone; editing and cancelling for the event's creator. */
export function EventActions({
  event,
  isOver,
  share,
}: {
  event: Event;
  isOver: boolean;
  share: ReactNode;
}) {
  const { t } = useLingui();
  const { uid } = useUser();
  const { busy, error, attempt } = useAttempt();
  const save = () =>
    attempt(t`Couldn't reach the server. Try again.`, () =>
      download(events.calendar, { params: { eventId: event.id } }, "event.ics"),
    );
  const isOwn = event.creator.uid === uid;
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap items-center gap-2">
        <Button variant="line" size="sm" icon="calendar" busy={busy} onClick={() => void save()}>
          {t`Add to calendar`}
        </Button>
        {share}
        {isOwn && event.status === "scheduled" && !isOver && (
          <>
            <Link to={`/events/${event.id}/edit`} className={buttonClasses("ghost", "sm")}>
              <Icon name="edit" />
              {t`Edit`}
            </Link>
            <CancelEvent eventId={event.id} />
          </>
        )}
      </div>
      <ErrorNotice error={error} />
    </div>
  );
}

function CancelEvent({ eventId }: { eventId: string }) {
  const { t } = useLingui();
  const [isOpen, setOpen] = useState(false);
  const cancel = useCancelEvent(eventId);
  return (
    <>
      <Button
        variant="ghost"
        size="sm"
        icon="trash"
        onClick={() => setOpen(true)}
      >{t`Cancel event`}</Button>
      {isOpen && (
        <ConsequenceDialog
          title={t`Cancel this event?`}
          text={t`It disappears from the list. Rides and requests stay as they are.`}
          confirmLabel={t`Cancel event`}
          cancelLabel={t({
            comment: "Button: do not delete or cancel after all.",
            message: "Keep",
          })}
          call={cancel}
          onConfirm={() => cancel.mutate(undefined, { onSuccess: () => setOpen(false) })}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
