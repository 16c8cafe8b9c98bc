import type { SharedRide } from "@commonlane/contract/blocks";
import { useLingui } from "@lingui/react/macro";
import { errorText } from "#shared/error-text.ts";
import type { Named } from "#shared/safety/safety-door.ts";
import { Button } from "#shared/ui/Button.tsx";
import { Dialog } from "#shared/ui/Dialog.tsx";
import { Link } from "#shared/ui/Link.tsx";
import { Notice } from "#shared/ui/Notice.tsx";
import { dayText, timeText, townOf } from "#shared/wording/wording.ts";
import { useBlock } from "./safety.queries.ts";

/** Says what a block does before it is made, and afterwards which rides it leaves as they are. */
export function BlockDialog({ person, onClose }: { person: Named; onClose: () => void }) {
  const { t } = useLingui();
  const { displayName } = person;
  const block = useBlock(person);
  const shared = block.data?.shared ?? [];
  if (shared.length > 0) return <StillShared rides={shared} name={displayName} onClose={onClose} />;
  return (
    <Dialog
      open
      onClose={onClose}
      title={t`Block ${displayName}?`}
      keep={t`Cancel`}
      busy={block.isPending}
      footer={
        <Button
          variant="danger"
          icon="eye-off"
          busy={block.isPending}
          onClick={() => block.mutate(undefined, { onSuccess: (made) => made.shared.length === 0 && onClose() })}
        >
          {t`Block ${displayName}`}
        </Button>
      }
    >
      <div className="grid gap-4 text-ink-2">
        <ul className="grid list-disc gap-2 ps-5">
          <li>{t`You do not find each other any more: no rides, requests, offers, profiles or alerts.`}</li>
          <li>{t`Neither of you can write to the other. What was written stays readable.`}</li>
          <li>{t`Open requests and offers between you end. A seat that was agreed stays until one of you cancels it.`}</li>
          <li>{t`${displayName} is not told. You can take it back at any time in your profile.`}</li>
        </ul>
        {block.error && (
          <Notice tone="bad">
            {errorText(block.error, t`That did not work. Check your connection and try again.`)}
          </Notice>
        )}
      </div>
    </Dialog>
  );
}

function StillShared({ rides, name, onClose }: { rides: readonly SharedRide[]; name: string; onClose: () => void }) {
  const { t } = useLingui();
  return (
    <Dialog
      open
      onClose={onClose}
      title={t`You still ride together`}
      footer={<Button onClick={onClose}>{t`Done`}</Button>}
    >
      <div className="grid gap-4">
        <p className="text-ink-2">
          {t`${name} is blocked, but seats that you agreed on stay until one of you cancels. If you do not want to ride together, cancel on the page of the ride.`}
        </p>
        <ul className="grid gap-2">
          {rides.map(({ seatRequestId, rideId, from, to, departsAt, timeZone }) => (
            <li key={seatRequestId}>
              <Link
                to={`/rides/${rideId}`}
                onClick={onClose}
                className="grid rounded-md border border-line px-4 py-3 hover:bg-sunken"
              >
                <span className="font-semibold wrap-anywhere">{t`${townOf(from)} to ${townOf(to)}`}</span>
                <span className="text-sm text-ink-2">
                  {dayText(departsAt, timeZone)}, {timeText(departsAt, timeZone)}
                </span>
              </Link>
            </li>
          ))}
        </ul>
      </div>
    </Dialog>
  );
}
