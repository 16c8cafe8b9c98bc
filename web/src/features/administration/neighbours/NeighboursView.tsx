import { neighbourAdministration, type NeighbourDetails } from "@commonlane/contract/neighbours";
import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { endpointQuery } from "#shared/api/endpoint-query.ts";
import { Button } from "#shared/ui/Button.tsx";
import { Notice } from "#shared/ui/Notice.tsx";
import { ItemList } from "#shared/console/PagedList.tsx";
import { ModerationSection } from "#shared/console/console-ui.tsx";
import { RemoveDialog } from "#shared/console/RemoveDialog.tsx";
import { AddServer } from "./AddServer.tsx";
import { Fingerprint, InviteNeighbour } from "./InviteNeighbour.tsx";
import { NeighbourActivity } from "./NeighbourActivity.tsx";
import { communitySettingsQuery } from "#shared/console/console.queries.ts";
import { useConsoleAction } from "#shared/console/use-console-action.ts";

const neighboursQuery = endpointQuery(neighbourAdministration.list, {}, { staleTime: 0 });

/** Communities that search each other: requests, state, and how it works. */
export function NeighboursView() {
  const { t } = useLingui();
  const query = useQuery(neighboursQuery);
  const { data: settings } = useQuery(communitySettingsQuery);
  const listsNothing = settings?.values.rideListing === null;
  const ownFingerprint = query.data?.ownFingerprint;
  return (
    <>
      <h2 className="sr-only">{t`Neighbours`}</h2>
      <p className="text-ink-2">
        {t`Members also find rides of neighbouring communities, and theirs find ours. A neighbour learns the squares of 500 m and the times of a search, never who searches. Rides open and are booked where they are offered.`}
      </p>
      {listsNothing && (
        <Notice tone="warn">
          {t`Hosts here can't have rides shown elsewhere yet, so neighbours find none of ours. You can change that under “Elsewhere”.`}
        </Notice>
      )}
      <ModerationSection title={t`Communities`}>
        <ItemList
          isCompact
          query={query}
          items={query.data?.items}
          emptyText={t`No neighbour yet. Invite the community of the next town or university.`}
        >
          {(neighbour) => <NeighbourRow neighbour={neighbour} />}
        </ItemList>
      </ModerationSection>
      <ModerationSection title={t`Invite a community`}>
        {ownFingerprint !== undefined && (
          <p className="text-sm text-ink-2">
            {t`Its administrators will see this fingerprint of our key:`}{" "}
            <Fingerprint>{ownFingerprint}</Fingerprint>
          </p>
        )}
        <InviteNeighbour />
      </ModerationSection>
      <ModerationSection title={t`Add another platform`}>
        <AddServer />
      </ModerationSection>
    </>
  );
}

function NeighbourRow({ neighbour }: { neighbour: NeighbourDetails }) {
  const { t } = useLingui();
  const [isRemoving, setRemoving] = useState(false);
  const approve = useConsoleAction(neighbourAdministration.invite);
  const remove = useConsoleAction(neighbourAdministration.remove);
  const { id, name, url, state, fingerprint, logoUrl } = neighbour;
  const isIncoming = state === "incoming";
  return (
    <div className="flex flex-wrap items-start gap-3 p-4">
      {logoUrl !== null && (
        <img src={logoUrl} alt="" width={40} height={40} className="size-10 object-contain" />
      )}
      <div className="grid min-w-0 flex-1 basis-60 justify-items-start gap-1">
        <span className="font-semibold wrap-anywhere">{name}</span>
        <span translate="no" className="text-sm text-ink-2 wrap-anywhere">
          {url}
        </span>
        {fingerprint !== null && (
          <span className="text-sm text-ink-2">
            {t`Fingerprint:`} <Fingerprint>{fingerprint}</Fingerprint>
          </span>
        )}
        <NeighbourActivity neighbour={neighbour} />
        {approve.error && <Notice tone="bad">{approve.error.message}</Notice>}
      </div>
      {isIncoming && fingerprint !== null && (
        <Button
          size="sm"
          busy={approve.isPending}
          aria-label={t`Approve ${name}`}
          onClick={() =>
            approve.mutate({
              body: {
                address: url,
                fingerprint,
              },
            })
          }
        >
          {t`Approve`}
        </Button>
      )}
      <Button
        variant="line"
        size="sm"
        aria-label={isIncoming ? t`Decline ${name}` : t`Remove ${name}`}
        onClick={() => setRemoving(true)}
      >
        {isIncoming ? t`Decline` : t`Remove`}
      </Button>
      {isRemoving && (
        <RemoveDialog
          name={name}
          text={t`Neither community finds rides of the other any more, at once. Its administrators see that it ended.`}
          removing={remove}
          onRemove={() =>
            remove.mutate({ params: { neighbourId: id } }, { onSuccess: () => setRemoving(false) })
          }
          onClose={() => setRemoving(false)}
        />
      )}
    </div>
  );
}
