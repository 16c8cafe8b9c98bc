import type { ApiKey } from "@commonlane/contract/api-keys";
import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { formatUserDate } from "#shared/formatting/user-time-zone.ts";
import { Button } from "#shared/ui/Button.tsx";
import { ConsequenceDialog } from "#shared/ui/ConsequenceDialog.tsx";
import { useReturnFocus } from "#shared/ui/focus/use-return-focus.ts";
import { Notice } from "#shared/ui/Notice.tsx";
import { NotLoaded } from "#shared/ui/NotLoaded.tsx";
import { ownApiKeys, useRevokeApiKey } from "./api-keys.queries.ts";
import { NewApiKeyDialog, useScopeLabels } from "./NewApiKeyDialog.tsx";

/** Keys with which programs act for the user; nothing where the operator has not switched them on. */
export function ApiKeys() {
  const { t } = useLingui();
  const query = useQuery(ownApiKeys);
  const { data, error, isRefetching } = query;
  const [isCreating, setCreating] = useState(false);
  // The row that was removed had the focus.
  const root = useReturnFocus<HTMLElement>(isRefetching, "h2");
  if (!data && !error) return null;
  if (data?.isOn === false && data.items.length === 0) return null;
  return (
    <section ref={root} aria-labelledby="api-keys" className="grid gap-4">
      <div className="grid gap-1">
        <h2
          id="api-keys"
          tabIndex={-1}
          className="text-xl font-bold tracking-[-.015em] outline-none"
        >
          {t`API keys`}
        </h2>
        <p className="text-ink-2">
          {t`A program with a key acts for you, as far as you allow it.`}{" "}
          <a href="/api/docs#first-call" className="font-semibold text-brand-ink underline">
            {t`How to use the API`}
          </a>
        </p>
      </div>
      {!data && <NotLoaded query={query} />}
      {data && data.items.length > 0 && (
        <ul className="grid divide-y divide-line card">
          {data.items.map((key) => (
            <KeyRow key={key.id} apiKey={key} />
          ))}
        </ul>
      )}
      {data?.isOn && (
        <Button variant="line" className="justify-self-start" onClick={() => setCreating(true)}>
          {t`Create an API key`}
        </Button>
      )}
      {data?.isOn === false && (
        <Notice tone="warn">{t`API keys are switched off now, so none of them works.`}</Notice>
      )}
      {isCreating && <NewApiKeyDialog onClose={() => setCreating(false)} />}
    </section>
  );
}

function KeyRow({ apiKey }: { apiKey: ApiKey }) {
  const { t } = useLingui();
  const labels = useScopeLabels();
  const [isRemoving, setRemoving] = useState(false);
  const { name, scopes, lastUsedAt } = apiKey;
  const expiresOn = formatUserDate(apiKey.expiresAt);
  const lastUsedOn = lastUsedAt === null ? "" : formatUserDate(lastUsedAt);
  return (
    <li className="flex items-start gap-3 p-4">
      <div className="grid min-w-0 flex-1 gap-1">
        <span className="font-semibold wrap-anywhere">{name}</span>
        <span className="text-sm text-ink-2">
          {scopes.map((scope) => labels[scope]).join(" · ")}
        </span>
        <span className="text-sm text-ink-3">
          {lastUsedAt === null
            ? t`Never used · expires on ${expiresOn}`
            : t`Last used on ${lastUsedOn} · expires on ${expiresOn}`}
        </span>
      </div>
      <Button
        variant="ghost"
        size="sm"
        aria-label={t`Remove ${name}`}
        onClick={() => setRemoving(true)}
      >
        {t`Remove`}
      </Button>
      {isRemoving && <RevokeDialog apiKey={apiKey} onClose={() => setRemoving(false)} />}
    </li>
  );
}

interface RevokeDialogProps {
  readonly apiKey: ApiKey;
  readonly onClose: () => void;
}

function RevokeDialog({ apiKey: { id, name }, onClose }: RevokeDialogProps) {
  const { t } = useLingui();
  const revoke = useRevokeApiKey();
  return (
    <ConsequenceDialog
      title={t`Remove ${name}?`}
      text={t`Programs with this key stop working at once.`}
      confirmLabel={t`Remove`}
      call={revoke}
      onConfirm={() => revoke.mutate(id, { onSuccess: onClose })}
      onClose={onClose}
    />
  );
}
