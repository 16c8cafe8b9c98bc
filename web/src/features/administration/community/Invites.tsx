import { community } from "@commonlane/contract/community-admin";
import { readNumber } from "@commonlane/contract/plain-numbers";
import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { bindText } from "#shared/forms/bind-text.ts";
import { Button } from "#shared/ui/Button.tsx";
import { ErrorNotice } from "#shared/ui/ErrorNotice.tsx";
import { Notice } from "#shared/ui/Notice.tsx";
import { NumberField } from "#shared/ui/fields/NumberField.tsx";
import { TextField } from "#shared/ui/fields/TextField.tsx";
import { ItemList } from "#shared/console/PagedList.tsx";
import { ModerationSection } from "#shared/console/console-ui.tsx";
import { formatUserDate } from "#shared/formatting/user-time-zone.ts";
import { useConsoleAction } from "#shared/console/use-console-action.ts";
import { inviteCodes } from "../administration.queries.ts";

/** Codes that let people join the community. */
export function Invites() {
  const { t } = useLingui();
  const query = useQuery(inviteCodes);
  const revoke = useConsoleAction(community.revokeInvite);
  return (
    <ModerationSection title={t`Invite codes`}>
      <ItemList isCompact query={query} items={query.data} emptyText={t`No active codes`}>
        {({ id, label, usesLeft, used, expiresAt }) => {
          const day = formatUserDate(expiresAt);
          return (
            <div className="flex items-center gap-3 p-4">
              <span className="grid min-w-0 flex-1">
                <span className="font-semibold wrap-anywhere">{label}</span>
                <span className="text-sm text-ink-2">{t`${used} joined, ${usesLeft} left, until ${day}`}</span>
              </span>
              <Button
                variant="line"
                size="sm"
                aria-label={t`Revoke ${label}`}
                busy={revoke.isPending && revoke.variables.params.inviteId === id}
                onClick={() => revoke.mutate({ params: { inviteId: id } })}
              >
                {t`Revoke`}
              </Button>
            </div>
          );
        }}
      </ItemList>
      <ErrorNotice error={revoke.error} />
      <NewInvite />
    </ModerationSection>
  );
}

function NewInvite() {
  const { t } = useLingui();
  const [label, setLabel] = useState("");
  const [uses, setUses] = useState("1");
  const invite = useConsoleAction(community.createInvite);
  const code = invite.data?.code;
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    invite.mutate(
      {
        body: {
          label: label.trim(),
          uses: readNumber(uses),
        },
      },
      { onSuccess: () => setLabel("") },
    );
  };
  return (
    <form
      onSubmit={onSubmit}
      className="grid gap-3 sm:grid-cols-[1fr_8rem_max-content] sm:items-end"
    >
      <TextField label={t`Who it's for`} required maxLength={60} {...bindText(label, setLabel)} />
      <NumberField
        label={t`Number of uses`}
        maxLength={5}
        required
        value={uses}
        onChange={setUses}
      />
      <Button
        type="submit"
        variant="line"
        className="min-h-12 justify-self-start"
        busy={invite.isPending}
      >
        {t`Create code`}
      </Button>
      {code !== undefined && (
        <Notice tone="ok" className="sm:col-span-3">
          {t`Copy it now. It won't be shown again:`}{" "}
          <strong translate="no" className="font-mono text-lg">
            {code}
          </strong>
        </Notice>
      )}
      <ErrorNotice error={invite.error} className="sm:col-span-3" />
    </form>
  );
}
