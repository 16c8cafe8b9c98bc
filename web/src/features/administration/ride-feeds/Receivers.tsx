import {
  FEED_FORMATS,
  type FeedFormat,
  type FeedReceiver,
  feedReceivers,
} from "@commonlane/contract/feed-receivers";
import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { endpointQuery } from "#shared/api/endpoint-query.ts";
import { ModerationSection } from "#shared/console/console-ui.tsx";
import { ItemList } from "#shared/console/PagedList.tsx";
import { RemoveDialog } from "#shared/console/RemoveDialog.tsx";
import { useConsoleAction } from "#shared/console/use-console-action.ts";
import { formatUserDateTime } from "#shared/formatting/user-time-zone.ts";
import { bindText } from "#shared/forms/bind-text.ts";
import { Button } from "#shared/ui/Button.tsx";
import { ErrorNotice } from "#shared/ui/ErrorNotice.tsx";
import { SelectField } from "#shared/ui/fields/SelectField.tsx";
import { TextField } from "#shared/ui/fields/TextField.tsx";
import { Notice } from "#shared/ui/Notice.tsx";
import { Pill } from "#shared/ui/Pill.tsx";

const receiversQuery = endpointQuery(feedReceivers.list, {}, { staleTime: 0 });

/** Services that read listed rides: how often, when, and whether it failed. */
export function Receivers() {
  const { t } = useLingui();
  const query = useQuery(receiversQuery);
  const count = query.data?.listedRides;
  return (
    <ModerationSection title={t`Receivers`}>
      {count !== undefined && (
        <p className="text-ink-2">
          {plural(count, {
            0: "No ride leaves at present.",
            one: "# ride leaves at present.",
            other: "# rides leave at present.",
          })}
        </p>
      )}
      <ItemList
        isCompact
        query={query}
        items={query.data?.items}
        emptyText={t`No receiver yet. Add one for each service that should read the rides.`}
      >
        {(receiver) => <ReceiverRow receiver={receiver} />}
      </ItemList>
      <NewReceiver />
    </ModerationSection>
  );
}

function ReceiverRow({ receiver }: { receiver: FeedReceiver }) {
  const { t } = useLingui();
  const formatNames = useFormatNames();
  const [isRemoving, setRemoving] = useState(false);
  const { name, format, urls } = receiver;
  return (
    <div className="flex flex-wrap items-start gap-3 p-4">
      <div className="grid min-w-0 flex-1 basis-60 gap-1">
        <span className="font-semibold wrap-anywhere">{name}</span>
        <span className="text-sm text-ink-2">{formatNames[format]}</span>
        {urls.map((url) => (
          <code key={url} translate="no" className="text-sm wrap-anywhere">
            {url}
          </code>
        ))}
        <Fetches receiver={receiver} />
      </div>
      <Button
        variant="line"
        size="sm"
        aria-label={t`Remove ${name}`}
        onClick={() => setRemoving(true)}
      >
        {t`Remove`}
      </Button>
      {isRemoving && (
        <RemoveReceiverDialog receiver={receiver} onClose={() => setRemoving(false)} />
      )}
    </div>
  );
}

/** A receiver that fetched nothing for two days is worth a look. */
const QUIET_MS = 48 * 3_600_000;

function Fetches({
  receiver: { fetches, lastFetchedAt, lastFailedAt, createdAt },
}: {
  receiver: FeedReceiver;
}) {
  const { t } = useLingui();
  const [openedAt] = useState(Date.now);
  const isQuiet = openedAt - Date.parse(lastFetchedAt ?? createdAt) > QUIET_MS;
  const fetchedAt = lastFetchedAt === null ? "" : formatUserDateTime(lastFetchedAt);
  const isFailing = lastFailedAt !== null && lastFailedAt > (lastFetchedAt ?? "");
  const failedAt = isFailing ? formatUserDateTime(lastFailedAt) : "";
  return (
    <>
      <span className="text-sm text-ink-2">
        {lastFetchedAt === null
          ? t`Never fetched`
          : t`${plural(fetches, {
              one: "Fetched once",
              other: "Fetched # times",
            })}, last on ${fetchedAt}`}
      </span>
      {isQuiet && <Pill tone="warn" icon="alert">{t`Not fetched for two days`}</Pill>}
      {isFailing && <Pill tone="bad" icon="alert">{t`Failed on ${failedAt}`}</Pill>}
    </>
  );
}

interface RemoveReceiverDialogProps {
  readonly receiver: FeedReceiver;
  readonly onClose: () => void;
}

function RemoveReceiverDialog({ receiver: { id, name }, onClose }: RemoveReceiverDialogProps) {
  const { t } = useLingui();
  const remove = useConsoleAction(feedReceivers.remove);
  return (
    <RemoveDialog
      name={name}
      text={t`Its key stops working at once. It may keep what it has fetched.`}
      removing={remove}
      onRemove={() => remove.mutate({ params: { receiverId: id } }, { onSuccess: onClose })}
      onClose={onClose}
    />
  );
}

/** Adds a receiver and shows its key, this one time. */
function NewReceiver() {
  const { t } = useLingui();
  const formatNames = useFormatNames();
  const [name, setName] = useState("");
  const [format, setFormat] = useState<FeedFormat>("gtfs");
  const add = useConsoleAction(feedReceivers.add);
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    add.mutate(
      {
        body: {
          name: name.trim(),
          format,
        },
      },
      { onSuccess: () => setName("") },
    );
  };
  return (
    <form onSubmit={onSubmit} className="grid gap-3 sm:grid-cols-2">
      <TextField
        label={t({
          message: "Name",
          context: "of a receiver of rides",
        })}
        placeholder={t`Regional journey planner`}
        required
        maxLength={60}
        {...bindText(name, setName)}
      />
      <SelectField
        label={t`Format`}
        value={format}
        options={FEED_FORMATS.map((value) => ({
          value,
          label: formatNames[value],
        }))}
        onChange={(value) => {
          const chosen = FEED_FORMATS.find((each) => each === value);
          if (chosen) setFormat(chosen);
        }}
      />
      <Button type="submit" variant="line" className="justify-self-start" busy={add.isPending}>
        {t`Add a receiver`}
      </Button>
      {add.data && (
        <Notice tone="ok" className="sm:col-span-2">
          {t`Copy the key now. It won't be shown again. The service sends it in the header X-API-Key:`}{" "}
          <strong translate="no" className="font-mono wrap-anywhere">
            {add.data.key}
          </strong>
        </Notice>
      )}
      <ErrorNotice error={add.error} className="sm:col-span-2" />
    </form>
  );
}

/** Feed formats with what reads them. */
function useFormatNames(): Readonly<Record<FeedFormat, string>> {
  const { t } = useLingui();
  return {
    amarillo: t`Amarillo, such as MobiData BW`,
    gtfs: t`GTFS, such as MOTIS and Transitous`,
    covoiturage: t`standard-covoiturage, for searches`,
    siri: t`SIRI-ET for OpenTripPlanner`,
  };
}
