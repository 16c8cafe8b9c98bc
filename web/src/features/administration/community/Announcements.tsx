import { community } from "@commonlane/contract/community-admin";
import { DAY_MS } from "@commonlane/contract/durations";
import { ANNOUNCEMENT_MAX_LENGTH } from "@commonlane/contract/limits";
import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { bindText } from "#shared/forms/bind-text.ts";
import { Button } from "#shared/ui/Button.tsx";
import { ErrorNotice } from "#shared/ui/ErrorNotice.tsx";
import { SelectField } from "#shared/ui/fields/SelectField.tsx";
import { TextAreaField } from "#shared/ui/fields/TextField.tsx";
import { ItemList } from "#shared/console/PagedList.tsx";
import { ModerationSection, Timestamp } from "#shared/console/console-ui.tsx";
import { formatUserDate } from "#shared/formatting/user-time-zone.ts";
import { useConsoleAction } from "#shared/console/use-console-action.ts";
import { communityAnnouncements } from "../administration.queries.ts";

const DURATIONS = ["1", "7", "30", ""] as const;
type AnnouncementDuration = (typeof DURATIONS)[number];

interface Draft {
  readonly text: string;
  readonly duration: AnnouncementDuration;
  /** Set on the first attempt, so that a retry creates the same announcement. */
  readonly endsAt?: string | null | undefined;
}
const EMPTY_DRAFT: Draft = {
  text: "",
  duration: "7",
};

const getEndsAt = (duration: AnnouncementDuration): string | null =>
  duration === "" ? null : new Date(Date.now() + Number(duration) * DAY_MS).toISOString();

/** Announcements that all users see above the page. */
export function Announcements() {
  const { t } = useLingui();
  const query = useQuery(communityAnnouncements);
  const untilText = (endsAt: string) => {
    const day = formatUserDate(endsAt);
    return t`shown until ${day}`;
  };
  const withdraw = useConsoleAction(community.withdrawAnnouncement);
  return (
    <ModerationSection title={t`Announcements`}>
      <ItemList
        isCompact
        query={query}
        items={query.data?.announcements}
        emptyText={t`No announcements`}
      >
        {({ id, text, createdAt, endsAt }) => (
          <div className="flex items-center gap-3 p-4">
            <span className="grid min-w-0 flex-1">
              <span className="wrap-anywhere">{text}</span>
              <span className="flex flex-wrap gap-x-3 text-sm text-ink-2">
                <Timestamp at={createdAt} />
                {endsAt && <span>{untilText(endsAt)}</span>}
              </span>
            </span>
            <Button
              variant="line"
              size="sm"
              aria-label={t`Remove: ${text}`}
              busy={withdraw.isPending && withdraw.variables.params.announcementId === id}
              onClick={() => withdraw.mutate({ params: { announcementId: id } })}
            >
              {t`Remove`}
            </Button>
          </div>
        )}
      </ItemList>
      <ErrorNotice error={withdraw.error} />
      <NewAnnouncement />
    </ModerationSection>
  );
}

function NewAnnouncement() {
  const { t } = useLingui();
  const [{ text, duration, endsAt }, setDraft] = useState(EMPTY_DRAFT);
  const change = (changes: Partial<Draft>) =>
    setDraft((previous) => ({
      ...previous,
      ...changes,
      endsAt: undefined,
    }));
  const announce = useConsoleAction(community.createAnnouncement);
  const durationLabels: Record<AnnouncementDuration, string> = {
    1: t`1 day`,
    7: t`7 days`,
    30: t`30 days`,
    "": t`until removed`,
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    const body = {
      text: text.trim(),
      endsAt: endsAt ?? getEndsAt(duration),
    };
    setDraft({
      text,
      duration,
      endsAt: body.endsAt,
    });
    announce.mutate({ body }, { onSuccess: () => change({ text: "" }) });
  };
  return (
    <form onSubmit={onSubmit} className="grid gap-3">
      <TextAreaField
        label={t`New announcement`}
        required
        maxLength={ANNOUNCEMENT_MAX_LENGTH}
        {...bindText(text, (text) => change({ text }))}
      />
      <SelectField
        label={t`Show for`}
        value={duration}
        options={DURATIONS.map((value) => ({
          value,
          label: durationLabels[value],
        }))}
        onChange={(duration) => change({ duration })}
      />
      <Button type="submit" className="justify-self-start" busy={announce.isPending}>
        {t`Publish`}
      </Button>
      <ErrorNotice error={announce.error} />
    </form>
  );
}
