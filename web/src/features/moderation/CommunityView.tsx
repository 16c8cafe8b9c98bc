import { community, type CommunityRules, EmailDomain } from "@commonlane/contract/community-calls";
import { ANNOUNCEMENT_MAX_LENGTH } from "@commonlane/contract/limits";
import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { errorText } from "#shared/error-text.ts";
import { Button } from "#shared/ui/Button.tsx";
import { CheckField } from "#shared/ui/CheckField.tsx";
import { ErrorState } from "#shared/ui/ErrorState.tsx";
import { Notice } from "#shared/ui/Notice.tsx";
import { SkeletonCards } from "#shared/ui/Skeleton.tsx";
import { TextAreaField } from "#shared/ui/TextField.tsx";
import { useToast } from "#shared/ui/Toasts.tsx";
import { Announcements } from "./Announcements.tsx";
import { communityRules } from "./community.queries.ts";
import { Invites } from "./Invites.tsx";
import { useDeed } from "./moderation.queries.ts";
import { Facts, Part } from "./parts.tsx";

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
      <WhoMayJoin key={rules.emailDomains.join(" ")} rules={rules} />
      <Invites />
      <Maintenance key={rules.maintenance} rules={rules} />
      <SetByOperator rules={rules} />
    </>
  );
}

function WhoMayJoin({ rules }: { rules: CommunityRules }) {
  const { t } = useLingui();
  const toast = useToast();
  const [domains, setDomains] = useState(rules.emailDomains.join("\n"));
  const [wrong, setWrong] = useState<string>();
  const change = useDeed(community.changeRules);
  const onSuccess = () => toast({ message: t`Saved.`, type: "success" });
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    const said = domains.split(/[\s,]+/).filter(Boolean);
    const bad = said.find((domain) => !EmailDomain.safeParse(domain).success);
    setWrong(bad === undefined ? undefined : t`${bad} is no domain, such as example.org.`);
    if (bad === undefined) change.mutate({ body: { emailDomains: said } }, { onSuccess });
  };
  return (
    <Part title={t`Who may join`}>
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
          error={wrong}
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
    </Part>
  );
}

function Maintenance({ rules: { maintenance } }: { rules: CommunityRules }) {
  const { t } = useLingui();
  const [words, setWords] = useState(maintenance ?? "");
  const change = useDeed(community.changeRules);
  const said = words.trim();
  return (
    <Part title={t`Maintenance`}>
      <p className="text-ink-2">
        {maintenance === null
          ? t`The service is open. When you close it, everybody but moderators reads your words and nothing can be changed.`
          : t`The service is closed for everybody but moderators.`}
      </p>
      {maintenance === null && (
        <TextAreaField
          label={t`What people read`}
          maxLength={ANNOUNCEMENT_MAX_LENGTH}
          value={words}
          onChange={(event) => setWords(event.target.value)}
        />
      )}
      <Button
        variant={maintenance === null ? "danger" : "solid"}
        className="justify-self-start"
        busy={change.isPending}
        disabled={maintenance === null && said === ""}
        onClick={() => change.mutate({ body: { maintenance: maintenance === null ? said : null } })}
      >
        {maintenance === null ? t`Close for maintenance` : t`Open again`}
      </Button>
      {change.error && (
        <Notice tone="bad">{errorText(change.error, t`This did not reach the server. Try again.`)}</Notice>
      )}
    </Part>
  );
}

function SetByOperator({ rules: { fixed } }: { rules: CommunityRules }) {
  const { t, i18n } = useLingui();
  const { currency, costPerKmMinor, region } = fixed;
  const km = region && i18n.number(region.radiusKm);
  const spot = region && `${i18n.number(region.lat)}, ${i18n.number(region.lng)}`;
  return (
    <Part title={t`Set where the server runs`}>
      <p className="text-ink-2">{t`Only who runs the server changes these, in its settings.`}</p>
      <Facts
        facts={[
          { name: t`Name`, value: fixed.name },
          { name: t`Region`, value: region ? t`${km} km around ${spot}` : t`not set` },
          { name: t`Address`, value: fixed.publicUrl ?? t`not set` },
          { name: t`Support`, value: fixed.supportEmail },
          { name: t`Currency`, value: currency },
          { name: t`Cost per kilometre`, value: i18n.number(costPerKmMinor / 100, { style: "currency", currency }) },
        ]}
      />
    </Part>
  );
}
