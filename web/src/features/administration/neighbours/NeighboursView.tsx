import {
  NEIGHBOUR_NAME_MAX,
  neighbourAdministration,
  type NeighbourDetails,
} from "@commonlane/contract/neighbours";
import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { endpointQuery } from "#shared/api/endpoint-query.ts";
import { ModerationSection } from "#shared/console/console-ui.tsx";
import { communitySettingsQuery } from "#shared/console/console.queries.ts";
import { ItemList } from "#shared/console/PagedList.tsx";
import { RemoveDialog } from "#shared/console/RemoveDialog.tsx";
import { useConsoleAction } from "#shared/console/use-console-action.ts";
import { formatUserDateTime } from "#shared/formatting/user-time-zone.ts";
import { bindText } from "#shared/forms/bind-text.ts";
import { Button } from "#shared/ui/Button.tsx";
import { ErrorNotice } from "#shared/ui/ErrorNotice.tsx";
import { TextField } from "#shared/ui/fields/TextField.tsx";
import { Notice } from "#shared/ui/Notice.tsx";
import { Pill } from "#shared/ui/Pill.tsx";
import { Fingerprint, InviteNeighbour } from "./InviteNeighbour.tsx";

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

const EMPTY_SERVER = {
  name: "",
  address: "",
  website: "",
  apiKey: "",
};

/** Adds a platform that speaks standard-covoiturage. It gets our rides as a receiver, under "Elsewhere". */
function AddServer() {
  const { t } = useLingui();
  const [draft, setDraft] = useState(EMPTY_SERVER);
  const add = useConsoleAction(neighbourAdministration.addServer);
  const change = (fields: Partial<typeof EMPTY_SERVER>) =>
    setDraft({
      ...draft,
      ...fields,
    });
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    add.mutate({ body: draft }, { onSuccess: () => setDraft(EMPTY_SERVER) });
  };
  return (
    <form onSubmit={onSubmit} className="grid gap-3 sm:grid-cols-2">
      <p className="text-ink-2 sm:col-span-2">
        {t`For a platform that offers its rides by standard-covoiturage. Ask it for an API key.`}
      </p>
      <TextField
        label={t({
          message: "Name",
          context: "of another platform",
        })}
        required
        maxLength={NEIGHBOUR_NAME_MAX}
        {...bindText(draft.name, (name) => change({ name }))}
      />
      <TextField
        label={t`Its website, where rides open`}
        inputMode="url"
        required
        maxLength={200}
        {...bindText(draft.website, (website) => change({ website }))}
      />
      <TextField
        label={t`Address of its standard-covoiturage`}
        inputMode="url"
        required
        maxLength={200}
        {...bindText(draft.address, (address) => change({ address }))}
      />
      <TextField
        label={t`API key`}
        type="password"
        autoComplete="off"
        required
        maxLength={500}
        {...bindText(draft.apiKey, (apiKey) => change({ apiKey }))}
      />
      <Button type="submit" variant="line" className="justify-self-start" busy={add.isPending}>
        {t`Add the platform`}
      </Button>
      <ErrorNotice error={add.error} className="sm:col-span-2" />
    </form>
  );
}

/** Whether a neighbour is searched, how often, and what failed last. */
function NeighbourActivity({ neighbour }: { neighbour: NeighbourDetails }) {
  const { t } = useLingui();
  const { state, searchesSent, searchesReceived, lastAnsweredAt, lastReceivedAt } = neighbour;
  if (state === "asked") return <Pill tone="warn" icon="clock">{t`Waits for their approval`}</Pill>;
  if (state === "incoming")
    return (
      <Notice tone="warn">
        {t`Wants to be neighbours. Compare the fingerprint with its administrators.`}
      </Notice>
    );
  const answeredAt = lastAnsweredAt === null ? "" : formatUserDateTime(lastAnsweredAt);
  const receivedAt = lastReceivedAt === null ? "" : formatUserDateTime(lastReceivedAt);
  const sent = plural(searchesSent, {
    one: "Searched once",
    other: "Searched # times",
  });
  const received = plural(searchesReceived, {
    one: "It searched here once",
    other: "It searched here # times",
  });
  return (
    <>
      <span className="text-sm text-ink-2">
        {answeredAt === "" ? sent : t`${sent}, last answer on ${answeredAt}`}
      </span>
      {receivedAt !== "" && (
        <span className="text-sm text-ink-2">{t`${received}, last on ${receivedAt}`}</span>
      )}
      <LastFailure neighbour={neighbour} />
    </>
  );
}

/** Shown until the neighbour has answered again. */
function LastFailure({
  neighbour: { lastFailure, lastFailedAt, lastAnsweredAt },
}: {
  neighbour: NeighbourDetails;
}) {
  const { t } = useLingui();
  if (lastFailure === null || lastFailedAt === null) return null;
  if (lastAnsweredAt !== null && lastAnsweredAt >= lastFailedAt) return null;
  const texts = {
    unreachable: t`Can't be reached`,
    slow: t`Takes longer than two seconds`,
    refused: t`Refuses our searches`,
    invalid: t`Sends answers that can't be read`,
  };
  const failure = texts[lastFailure];
  const failedAt = formatUserDateTime(lastFailedAt);
  return <Pill tone="bad" icon="alert">{t`${failure}, last on ${failedAt}`}</Pill>;
}
