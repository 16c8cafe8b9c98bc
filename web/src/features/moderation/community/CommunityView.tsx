import { community, type CommunityRules, EmailDomain } from "@commonlane/contract/community-admin";
import { ANNOUNCEMENT_MAX_LENGTH } from "@commonlane/contract/limits";
import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { errorText } from "#shared/api/error-text.ts";
import { MeetingPointsEditor } from "#shared/meeting-points/MeetingPointsEditor.tsx";
import { Button } from "#shared/ui/Button.tsx";
import { formatDistance } from "#shared/formatting/format.ts";
import { SegmentedChoice } from "#shared/ui/fields/SegmentedChoice.tsx";
import { CheckField } from "#shared/ui/fields/CheckField.tsx";
import { ErrorState } from "#shared/ui/ErrorState.tsx";
import { Notice } from "#shared/ui/Notice.tsx";
import { SkeletonCards } from "#shared/ui/Skeleton.tsx";
import { TextAreaField } from "#shared/ui/fields/TextField.tsx";
import { useToast } from "#shared/ui/toasts/Toasts.tsx";
import { Announcements } from "./Announcements.tsx";
import { communityRules } from "./community.queries.ts";
import { Invites } from "./Invites.tsx";
import { useModerationAction } from "../moderation.queries.ts";
import { DetailList, ModerationSection } from "../ui/moderation-ui.tsx";

/** Community-wide settings: announcements, who may join, maintenance mode, and the operator's settings. */
export function CommunityView() {
  const { t } = useLingui();
  const { data: rules, error, refetch, isRefetching } = useQuery(communityRules);
  if (!rules && error)
    return <ErrorState message={error.message} onRetry={() => void refetch()} retrying={isRefetching} />;
  if (!rules) return <SkeletonCards />;
  return (
    <>
      <h2 className="sr-only">{t`Community`}</h2>
      <Announcements />
      <JoinRules key={rules.emailDomains.join(" ")} rules={rules} />
      <Invites />
      <EventRules rules={rules} />
      <ModerationSection title={t`Meeting points`}>
        <p className="text-ink-2">{t`Passengers who walk prefer these on every ride that passes.`}</p>
        <MeetingPointsEditor owner="community" />
      </ModerationSection>
      <Maintenance key={rules.maintenance} rules={rules} />
      <OperatorSettings rules={rules} />
    </>
  );
}

function JoinRules({ rules }: { rules: CommunityRules }) {
  const { t } = useLingui();
  const toast = useToast();
  const [domains, setDomains] = useState(rules.emailDomains.join("\n"));
  const [domainError, setDomainError] = useState<string>();
  const change = useModerationAction(community.changeRules);
  const onSuccess = () => toast({ message: t`Saved.`, type: "success" });
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    const domainList = domains.split(/[\s,]+/).filter(Boolean);
    const invalidDomain = domainList.find((domain) => !EmailDomain.safeParse(domain).success);
    setDomainError(
      invalidDomain === undefined ? undefined : t`${invalidDomain} isn't a valid domain. Enter one like example.org.`,
    );
    if (invalidDomain === undefined) change.mutate({ body: { emailDomains: domainList } }, { onSuccess });
  };
  return (
    <ModerationSection title={t`Who can join`}>
      <CheckField
        label={t`Require an invite code`}
        checked={rules.inviteOnly}
        disabled={change.isPending}
        onChange={(inviteOnly) => change.mutate({ body: { inviteOnly } }, { onSuccess })}
      />
      <form onSubmit={onSubmit} className="grid gap-3">
        <TextAreaField
          label={t`Allowed e-mail domains`}
          optional={t`optional`}
          hint={t`One per line, subdomains included. Leave empty to allow any address.`}
          error={domainError}
          value={domains}
          onChange={(event) => setDomains(event.target.value)}
        />
        <Button type="submit" variant="line" className="justify-self-start" busy={change.isPending}>
          {t`Save domains`}
        </Button>
      </form>
      {change.error && <Notice tone="bad">{errorText(change.error, t`Couldn't reach the server. Try again.`)}</Notice>}
    </ModerationSection>
  );
}

function EventRules({ rules: { eventCreators } }: { rules: CommunityRules }) {
  const { t } = useLingui();
  const toast = useToast();
  const change = useModerationAction(community.changeRules);
  const onSuccess = () => toast({ message: t`Saved.`, type: "success" });
  return (
    <ModerationSection title={t`Events`}>
      <SegmentedChoice
        label={t`Who can create events`}
        value={eventCreators}
        options={[
          { value: "members", label: t`Everyone` },
          { value: "moderators", label: t`Moderators only` },
        ]}
        onChange={(value) => change.mutate({ body: { eventCreators: value } }, { onSuccess })}
      />
      {change.error && <Notice tone="bad">{errorText(change.error, t`Couldn't reach the server. Try again.`)}</Notice>}
    </ModerationSection>
  );
}

function Maintenance({ rules: { maintenance } }: { rules: CommunityRules }) {
  const { t } = useLingui();
  const [message, setMessage] = useState(maintenance ?? "");
  const change = useModerationAction(community.changeRules);
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
          value={message}
          onChange={(event) => setMessage(event.target.value)}
        />
      )}
      <Button
        variant={maintenance === null ? "danger" : "solid"}
        className="justify-self-start"
        busy={change.isPending}
        disabled={maintenance === null && trimmedMessage === ""}
        onClick={() => change.mutate({ body: { maintenance: maintenance === null ? trimmedMessage : null } })}
      >
        {maintenance === null ? t`Close for maintenance` : t`Reopen`}
      </Button>
      {change.error && <Notice tone="bad">{errorText(change.error, t`Couldn't reach the server. Try again.`)}</Notice>}
    </ModerationSection>
  );
}

function OperatorSettings({ rules: { operatorSettings: fixed } }: { rules: CommunityRules }) {
  const { t, i18n } = useLingui();
  const { currency, costPerKmMinor, region } = fixed;
  const radius = region && formatDistance(region.radiusKm * 1000);
  const spot = region && `${i18n.number(region.lat)}, ${i18n.number(region.lng)}`;
  return (
    <ModerationSection title={t`Server settings`}>
      <p className="text-ink-2">{t`Only the operator can change these.`}</p>
      <DetailList
        details={[
          { name: t`Name`, value: fixed.name },
          { name: t`Region`, value: region ? t`${radius} around ${spot}` : t`not set` },
          { name: t`Address`, value: fixed.publicUrl ?? t`not set` },
          { name: t`Support`, value: fixed.supportEmail },
          { name: t`Currency`, value: currency },
          { name: t`Cost per kilometre`, value: i18n.number(costPerKmMinor / 100, { style: "currency", currency }) },
        ]}
      />
    </ModerationSection>
  );
}
