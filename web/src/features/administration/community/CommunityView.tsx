import { community, type CommunityRules } from "@commonlane/contract/community-admin";
import { ANNOUNCEMENT_MAX_LENGTH } from "@commonlane/contract/limits";
import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { bindText } from "#shared/forms/bind-text.ts";
import { MeetingPointsEditor } from "#shared/meeting-points/MeetingPointsEditor.tsx";
import { Button } from "#shared/ui/Button.tsx";
import { SegmentedChoice } from "#shared/ui/fields/SegmentedChoice.tsx";
import { ErrorNotice } from "#shared/ui/ErrorNotice.tsx";
import { TextAreaField } from "#shared/ui/fields/TextField.tsx";
import { useToast } from "#shared/ui/toasts/Toasts.tsx";
import { ModerationSection } from "#shared/console/console-ui.tsx";
import { NotLoaded } from "#shared/ui/NotLoaded.tsx";
import { useConsoleAction } from "#shared/console/use-console-action.ts";
import { Announcements } from "./Announcements.tsx";
import { communityRules } from "../administration.queries.ts";
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
