import {
  calendar,
  type CalendarFeed,
  reminderMinutes as choices,
  type ReminderMinutes,
} from "@commonlane/contract/calendar";
import { useLingui } from "@lingui/react/macro";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useId, useState } from "react";
import { call } from "#shared/api/api-client.ts";
import { endpointQuery } from "#shared/api/endpoint-query.ts";
import { formatUserDateTime } from "#shared/formatting/user-time-zone.ts";
import { useCopy } from "#shared/share/use-copy.ts";
import { buttonClasses } from "#shared/ui/button-classes.ts";
import { Button } from "#shared/ui/Button.tsx";
import { Dialog } from "#shared/ui/Dialog.tsx";
import { SelectField } from "#shared/ui/fields/SelectField.tsx";
import { TextAreaField } from "#shared/ui/fields/TextField.tsx";
import { useReturnFocus } from "#shared/ui/focus/use-return-focus.ts";
import { Notice } from "#shared/ui/Notice.tsx";
import { NotLoaded } from "#shared/ui/NotLoaded.tsx";
import { Skeleton } from "#shared/ui/Skeleton.tsx";

/** The user's calendar feed, without its URL. */
export const ownCalendarFeed = endpointQuery(calendar.feed, {});

/** Puts the feed that a call returned, or none, where the query finds it. */
function useSetFeed() {
  const queries = useQueryClient();
  return (feed: CalendarFeed | null) => queries.setQueryData(ownCalendarFeed.queryKey, { feed });
}

function useCreateFeed() {
  const setFeed = useSetFeed();
  return useMutation({
    mutationFn: (reminderMinutes?: ReminderMinutes) =>
      call(calendar.createFeed, { body: { reminderMinutes } }),
    // Not the URL, which is shown only once.
    onSuccess: ({ createdAt, readAt, reminderMinutes }) =>
      setFeed({
        createdAt,
        readAt,
        reminderMinutes,
      }),
  });
}

function useChangeReminder() {
  const setFeed = useSetFeed();
  return useMutation({
    mutationFn: (reminderMinutes: ReminderMinutes) =>
      call(calendar.changeFeed, { body: { reminderMinutes } }),
    onSuccess: setFeed,
  });
}

function useRevokeFeed() {
  const setFeed = useSetFeed();
  return useMutation({
    mutationFn: () => call(calendar.revokeFeed, {}),
    onSuccess: () => setFeed(null),
  });
}

/** The user's calendar feed: create it, copy its link once, choose the reminder, replace or revoke it. */
export function CalendarFeedSettings() {
  const { t } = useLingui();
  const titleId = useId();
  const query = useQuery(ownCalendarFeed);
  const { data } = query;
  const create = useCreateFeed();
  const revoke = useRevokeFeed();
  const [asksToReplace, setAsksToReplace] = useState(false);
  const root = useReturnFocus<HTMLElement>(revoke.isPending || create.isPending, "h2");
  const feed = data?.feed;
  const newUrl = feed && create.data?.createdAt === feed.createdAt ? create.data.url : undefined;
  const failure = create.error ?? revoke.error;
  const replace = () =>
    create.mutate(feed?.reminderMinutes, { onSettled: () => setAsksToReplace(false) });
  return (
    <section ref={root} id="calendar" aria-labelledby={titleId} className="grid gap-3">
      {/* The page's title says the same. */}
      <h2 id={titleId} tabIndex={-1} className="sr-only">{t`Calendar`}</h2>
      <p className="text-ink-2">
        {t`Subscribe to your rides in your calendar app: those you drive and those you have a seat on. Changes and cancellations arrive by themselves, usually within a few hours.`}
      </p>
      {!data && <NotLoaded query={query} placeholder={<Skeleton className="h-11" />} />}
      {data && !feed && (
        <Button
          className="justify-self-start"
          icon="calendar"
          busy={create.isPending}
          onClick={() => create.mutate(undefined)}
        >{t`Create calendar link`}</Button>
      )}
      {newUrl && <FeedLink url={newUrl} />}
      {feed && (
        <>
          <LastRead readAt={feed.readAt} />
          <ReminderField reminderMinutes={feed.reminderMinutes} />
          <div className="flex flex-wrap gap-2">
            {!newUrl && (
              <Button
                variant="line"
                onClick={() => setAsksToReplace(true)}
              >{t`Show a new link`}</Button>
            )}
            <Button
              variant="danger"
              busy={revoke.isPending}
              onClick={() => revoke.mutate()}
            >{t`Turn off`}</Button>
          </div>
        </>
      )}
      {failure && <Notice tone="bad">{failure.message}</Notice>}
      <ReplaceLinkDialog
        open={asksToReplace}
        onClose={() => setAsksToReplace(false)}
        busy={create.isPending}
        onReplace={replace}
      />
    </section>
  );
}

/** Shows whether the link works: when a calendar read it last. */
function LastRead({ readAt }: { readAt: string | null }) {
  const { t } = useLingui();
  const readTime = readAt && formatUserDateTime(readAt);
  return (
    <p className="text-sm text-ink-2">
      {readTime
        ? t`A calendar last read your link around ${readTime}.`
        : t`No calendar has read your link yet.`}
    </p>
  );
}

interface ReplaceLinkDialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly busy: boolean;
  readonly onReplace: () => void;
}

function ReplaceLinkDialog({ open, onClose, busy, onReplace }: ReplaceLinkDialogProps) {
  const { t } = useLingui();
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t`Replace your calendar link?`}
      busy={busy}
      footer={<Button busy={busy} onClick={onReplace}>{t`Replace`}</Button>}
    >
      <p className="text-ink-2">
        {t`We store your link so that we can't read it, so it can't be shown again. Calendars that use the current link stop receiving your rides.`}
      </p>
    </Dialog>
  );
}

/** When calendars remind of a ride. */
function ReminderField({ reminderMinutes }: { reminderMinutes: ReminderMinutes }) {
  const { t } = useLingui();
  const change = useChangeReminder();
  const labels: Record<(typeof choices)[number], string> = {
    15: t`15 minutes before`,
    30: t`30 minutes before`,
    60: t`1 hour before`,
    120: t`2 hours before`,
    1440: t`1 day before`,
  };
  const shown = change.isPending ? change.variables : reminderMinutes;
  return (
    <>
      <SelectField
        label={t`Reminder`}
        value={shown === null ? "" : String(shown)}
        options={[
          { value: "", label: t`No reminder` },
          ...choices.map((minutes) => ({
            value: String(minutes),
            label: labels[minutes],
          })),
        ]}
        onChange={(value) =>
          change.mutate(choices.find((minutes) => String(minutes) === value) ?? null)
        }
      />
      {change.error && <Notice tone="bad">{change.error.message}</Notice>}
    </>
  );
}

/** The secret link to a new feed, to copy or to open in the device's calendar app. */
export function FeedLink({ url }: { url: string }) {
  const { t } = useLingui();
  const copy = useCopy();
  return (
    <div className="grid gap-3">
      <Notice tone="warn">
        {t`Keep this link to yourself: anyone who has it sees your rides, with exact places. We show it only now.`}
      </Notice>
      <TextAreaField
        label={t`Calendar link`}
        value={url}
        readOnly
        onFocus={(event) => event.target.select()}
      />
      <div className="flex flex-wrap gap-2">
        <Button variant="soft" onClick={() => void copy(url, t`Copied.`)}>{t`Copy`}</Button>
        <a href={url.replace(/^https?:/, "webcal:")} className={buttonClasses("line")}>
          {t`Open in calendar app`}
        </a>
      </div>
    </div>
  );
}
