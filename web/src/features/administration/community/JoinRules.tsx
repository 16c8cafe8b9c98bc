import { community, type CommunityRules, EmailDomain } from "@commonlane/contract/community-admin";
import { useLingui } from "@lingui/react/macro";
import { type FormEvent, useState } from "react";
import { bindText } from "#shared/forms/bind-text.ts";
import { Button } from "#shared/ui/Button.tsx";
import { CheckField } from "#shared/ui/fields/CheckField.tsx";
import { TextAreaField } from "#shared/ui/fields/TextField.tsx";
import { ErrorNotice } from "#shared/ui/ErrorNotice.tsx";
import { useToast } from "#shared/ui/toasts/Toasts.tsx";
import { ModerationSection } from "#shared/console/console-ui.tsx";
import { useConsoleAction } from "#shared/console/use-console-action.ts";

/** Who may join: allowed e-mail domains, and whether an invite code is needed. */
export function JoinRules({ rules }: { rules: CommunityRules }) {
  const { t } = useLingui();
  const toast = useToast();
  // Until something is typed, what is stored. No key outside: a new one would discard the call's answer with the form.
  const [typed, setTyped] = useState<string>();
  const domains = typed ?? rules.emailDomains.join("\n");
  const [domainError, setDomainError] = useState<string>();
  const change = useConsoleAction(community.changeRules);
  const onSuccess = () =>
    toast({
      message: t`Saved.`,
      type: "success",
    });
  const onStored = () => {
    setTyped(undefined);
    onSuccess();
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    const domainList = domains.split(/[\s,]+/).filter(Boolean);
    const invalidDomain = domainList.find((domain) => !EmailDomain.safeParse(domain).success);
    setDomainError(
      invalidDomain === undefined
        ? undefined
        : t`${invalidDomain} isn't a valid domain. Enter one like example.org.`,
    );
    if (invalidDomain === undefined)
      change.mutate({ body: { emailDomains: domainList } }, { onSuccess: onStored });
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
          {...bindText(domains, setTyped)}
        />
        <Button type="submit" variant="line" className="justify-self-start" busy={change.isPending}>
          {t`Save domains`}
        </Button>
      </form>
      <ErrorNotice error={change.error} />
    </ModerationSection>
  );
}
