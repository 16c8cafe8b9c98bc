import { community, type CommunityRules, EmailDomain } from "@commonlane/contract/community-admin";
import { ANNOUNCEMENT_MAX_LENGTH } from "@commonlane/contract/limits";
import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { errorText } from "#shared/api/error-text.ts";
import { Button } from "#shared/ui/Button.tsx";
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

/** What holds for the whole community: what it is told, who may join, whether it is closed, and what the operator set. */
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
    setDomainError(invalidDomain === undefined ? undefined : t`${invalidDomain} is no domain, such as example.org.`);
    if (invalidDomain === undefined) change.mutate({ body: { emailDomains: domainList } }, { onSuccess });
  };
  return (
    <ModerationSection title={t`Who may join`}>
      <CheckField
        label={t`Only with an invite code`}
        checked={rules.inviteOnly}
        disabled={change.isPending}
        onChange={(inviteOnly) => change.mutate({ body: { inviteOnly } }, { onSuccess })}
      />
      <form onSubmit={onSubmit} className="grid gap-3">
        <TextAreaField
          label={t`Domains of e-mail addresses`}
          optional={t`optional`}
          hint={t`One on each line, like example.org, with all below it. Left empty, every address may join.`}
          error={domainError}
          value={domains}
          onChange={(event) => setDomains(event.target.value)}
        />
        <Button type="submit" variant="line" className="justify-self-start" busy={change.isPending}>
          {t`Save domains`}
        </Button>
      </form>
      {change.error && (
        <Notice tone="bad">{errorText(change.error, t`This did not reach the server. Try again.`)}</Notice>
      )}
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
          ? t`The service is open. When you close it, everybody but moderators reads your words and nothing can be changed.`
          : t`The service is closed for everybody but moderators.`}
      </p>
      {maintenance === null && (
        <TextAreaField
          label={t`What people read`}
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
        {maintenance === null ? t`Close for maintenance` : t`Open again`}
      </Button>
      {change.error && (
        <Notice tone="bad">{errorText(change.error, t`This did not reach the server. Try again.`)}</Notice>
      )}
    </ModerationSection>
  );
}

function OperatorSettings({ rules: { operatorSettings: fixed } }: { rules: CommunityRules }) {
  const { t, i18n } = useLingui();
  const { currency, costPerKmMinor, region } = fixed;
  const km = region && i18n.number(region.radiusKm);
  const spot = region && `${i18n.number(region.lat)}, ${i18n.number(region.lng)}`;
  return (
    <ModerationSection title={t`Set where the server runs`}>
      <p className="text-ink-2">{t`Only who runs the server changes these, in its settings.`}</p>
      <DetailList
        details={[
          { name: t`Name`, value: fixed.name },
          { name: t`Region`, value: region ? t`${km} km around ${spot}` : t`not set` },
          { name: t`Address`, value: fixed.publicUrl ?? t`not set` },
          { name: t`Support`, value: fixed.supportEmail },
          { name: t`Currency`, value: currency },
          { name: t`Cost per kilometre`, value: i18n.number(costPerKmMinor / 100, { style: "currency", currency }) },
        ]}
      />
    </ModerationSection>
  );
}
