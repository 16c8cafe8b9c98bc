import type { SharedRide } from "@commonlane/contract/blocks";
import { useLingui } from "@lingui/react/macro";
import { formatDay, formatTime, townName } from "#shared/formatting/format.ts";
import {
  openSafetyDialog,
  type PersonName,
  type SafetyDialogRequest,
} from "#shared/safety/open-safety-dialog.ts";
import { Button } from "#shared/ui/Button.tsx";
import { Dialog } from "#shared/ui/Dialog.tsx";
import { ErrorNotice } from "#shared/ui/ErrorNotice.tsx";
import { Link } from "#shared/ui/Link.tsx";
import { ReportDialog } from "./ReportDialog.tsx";
import { useBlockPerson } from "./safety.queries.ts";

const close = () => openSafetyDialog(undefined);

/** The requested safety dialog. */
export function SafetyDialog({ request }: { request: SafetyDialogRequest }) {
  return request.action === "block" ? (
    <BlockDialog person={request.person} onClose={close} />
  ) : (
    <ReportDialog request={request} onClose={close} />
  );
}

/** Explains what a block does, and afterwards lists the shared rides it does not cancel. */
function BlockDialog({ person, onClose }: { person: PersonName; onClose: () => void }) {
  const { t } = useLingui();
  const { displayName } = person;
  const block = useBlockPerson(person);
  const sharedRides = block.data?.shared ?? [];
  if (sharedRides.length > 0)
    return <SharedRidesDialog rides={sharedRides} name={displayName} onClose={onClose} />;
  return (
    <Dialog
      open
      onClose={onClose}
      title={t`Block ${displayName}?`}
      cancelLabel={t`Cancel`}
      busy={block.isPending}
      footer={
        <Button
          variant="danger"
          icon="eye-off"
          busy={block.isPending}
          onClick={() =>
            block.mutate(undefined, {
              onSuccess: (result) => result.shared.length === 0 && onClose(),
            })
          }
        >
          {t`Block ${displayName}`}
        </Button>
      }
    >
      <div className="grid gap-4 text-ink-2">
        <ul className="grid list-disc gap-2 ps-5">
          <li>{t`You won't see each other's rides, requests, offers or profiles.`}</li>
          <li>{t`You can't message each other. Existing messages stay readable.`}</li>
          <li>{t`Open requests and offers between you are cancelled. Agreed seats stay until one of you cancels.`}</li>
          <li>{t`${displayName} won't be notified. You can unblock them in your profile at any time.`}</li>
        </ul>
        <ErrorNotice
          error={block.error}
          fallback={t`That didn't work. Check your connection and try again.`}
        />
      </div>
    </Dialog>
  );
}

function SharedRidesDialog({
  rides,
  name,
  onClose,
}: {
  rides: readonly SharedRide[];
  name: string;
  onClose: () => void;
}) {
  const { t } = useLingui();
  return (
    <Dialog
      open
      onClose={onClose}
      title={t`You still share rides`}
      footer={<Button onClick={onClose}>{t`Done`}</Button>}
    >
      <div className="grid gap-4">
        <p className="text-ink-2">
          {t`${name} is blocked, but agreed seats stay until one of you cancels. If you don't want to ride together, cancel on the ride's page.`}
        </p>
        <ul className="grid gap-2">
          {rides.map(({ seatRequestId, rideId, from, to, departsAt, timeZone }) => (
            <li key={seatRequestId}>
              <Link
                to={`/rides/${rideId}`}
                onClick={onClose}
                className="grid rounded-md border border-line px-4 py-3 hover:bg-sunken"
              >
                <span className="font-semibold wrap-anywhere">{t`${townName(from)} to ${townName(to)}`}</span>
                <span className="text-sm text-ink-2">
                  {formatDay(departsAt, timeZone)}, {formatTime(departsAt, timeZone)}
                </span>
              </Link>
            </li>
          ))}
        </ul>
      </div>
    </Dialog>
  );
}
