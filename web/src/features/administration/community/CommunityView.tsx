import { community, type CommunityRules } from "@commonlane/contract/community-admin";
import { DAY_MS } from "@commonlane/contract/durations";
import { ANNOUNCEMENT_MAX_LENGTH } from "@commonlane/contract/limits";
import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { ModerationSection, Timestamp } from "#shared/console/console-ui.tsx";
import { ItemList } from "#shared/console/PagedList.tsx";
import { useConsoleAction } from "#shared/console/use-console-action.ts";
import { formatUserDate } from "#shared/formatting/user-time-zone.ts";
import { bindText } from "#shared/forms/bind-text.ts";
import { MeetingPointsEditor } from "#shared/meeting-points/MeetingPointsEditor.tsx";
import { Button } from "#shared/ui/Button.tsx";
import { ErrorNotice } from "#shared/ui/ErrorNotice.tsx";
import { SegmentedChoice } from "#shared/ui/fields/SegmentedChoice.tsx";
import { SelectField } from "#shared/ui/fields/SelectField.tsx";
import { TextAreaField } from "#shared/ui/fields/TextField.tsx";
import { NotLoaded } from "#shared/ui/NotLoaded.tsx";
import { useToast } from "#shared/ui/toasts/Toasts.tsx";
import { communityAnnouncements, communityRules } from "../administration.queries.ts";
import { Invites } from "./Invites.tsx";
import { JoinRules } from "./JoinRules.tsx";

/** What moderators decide for the community: announcements, who may join, events, groups, meeting points, maintenance. */
export function CommunityView() {
  const { t } = useLingui();
  const rulesQuery = useQuery(communityRules);
  const rules = rulesQuery.data;
  if (!rules) return <NotLoaded query={rulesQuery} />;
  return (
    <>
      <h2 className="sr-only">{t`Community`}</h2>
      <Announcements />
      <JoinRules rules={rules} />
      <Invites />
      <CreatorRule
        title={t`Events`}
        label={t`Who can create events`}
        rule="eventCreators"
        rules={rules}
      />
      <CreatorRule
        title={t`Groups`}
        label={t`Who can create groups`}
        rule="groupCreators"
        rules={rules}
      />
      <ModerationSection title={t`Meeting points`}>
        <p className="text-ink-2">{t`Passengers who walk prefer these on every ride that passes.`}</p>
        <MeetingPointsEditor owner="community" />
      </ModerationSection>
      <Maintenance key={rules.maintenance} rules={rules} />
    </>
  );
}

interface CreatorRuleProps {
  readonly title: string;
  readonly label: string;
  readonly rule: "eventCreators" | "groupCreators";
  readonly rules: CommunityRules;
}

/** Who may create something: everyone, or moderators only. */
function CreatorRule({ title, label, rule, rules }: CreatorRuleProps) {
  const { t } = useLingui();
  const toast = useToast();
  const change = useConsoleAction(community.changeRules);
  const onSuccess = () =>
    toast({
      message: t`Saved.`,
      type: "success",
    });
  return (
    <ModerationSection title={title}>
      <SegmentedChoice
        label={label}
        value={rules[rule]}
        options={[
          { value: "members", label: t`Everyone` },
          {
            value: "moderators",
            label: t`Moderators only`,
          },
        ]}
        onChange={(value) => change.mutate({ body: { [rule]: value } }, { onSuccess })}
      />
      <ErrorNotice error={change.error} />
    </ModerationSection>
  );
}

function Maintenance({ rules: { maintenance } }: { rules: CommunityRules }) {
  const { t } = useLingui();
  const [message, setMessage] = useState(maintenance ?? "");
  const change = useConsoleAction(community.changeRules);
  const trimmedMessage = message.trim();
  return (
    <ModerationSection title={t`Maintenance`}>
      <p className="text-ink-2">
        {maintenance === null
          ? t`The service is open. If you close it, everyone except moderators sees your message and can't change anything.`
          : t`The service is closed to everyone except moderators.`}
      </p>
      {maintenance === null && (
        <TextAreaField
          label={t`Message to users`}
          maxLength={ANNOUNCEMENT_MAX_LENGTH}
          {...bindText(message, setMessage)}
        />
      )}
      <Button
        variant={maintenance === null ? "danger" : "solid"}
        className="justify-self-start"
        busy={change.isPending}
        disabled={maintenance === null && trimmedMessage === ""}
        onClick={() =>
          change.mutate({ body: { maintenance: maintenance === null ? trimmedMessage : null } })
        }
      >
        {maintenance === null ? t`Close for maintenance` : t`Reopen`}
      </Button>
      <ErrorNotice error={change.error} />
    </ModerationSection>
  );
}

const ANNOUNCEMENT_DURATIONS = ["1", "7", "30", ""] as const;
type AnnouncementDuration = (typeof ANNOUNCEMENT_DURATIONS)[number];

interface AnnouncementDraft {
  readonly text: string;
  readonly duration: AnnouncementDuration;
  /** Set on the first attempt, so that a retry creates the same announcement. */
  readonly endsAt?: string | null | undefined;
}
const EMPTY_ANNOUNCEMENT: AnnouncementDraft = {
  text: "",
  duration: "7",
};

const getEndsAt = (duration: AnnouncementDuration): string | null =>
  duration === "" ? null : new Date(Date.now() + Number(duration) * DAY_MS).toISOString();

/** Announcements that all users see above the page. */
function Announcements() {
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
  const [{ text, duration, endsAt }, setDraft] = useState(EMPTY_ANNOUNCEMENT);
  const change = (changes: Partial<AnnouncementDraft>) =>
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
        options={ANNOUNCEMENT_DURATIONS.map((value) => ({
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
