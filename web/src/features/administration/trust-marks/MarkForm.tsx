import {
  type ClaimRule,
  markAdministration,
  type MarkDefinition,
} from "@commonlane/contract/mark-administration";
import { readNumber } from "@commonlane/contract/plain-numbers";
import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import type { FormEvent } from "react";
import { ApiError } from "#shared/api/api-error.ts";
import { useConsoleAction } from "#shared/console/use-console-action.ts";
import { bindText } from "#shared/forms/bind-text.ts";
import { useDraft } from "#shared/forms/use-draft.ts";
import { Button } from "#shared/ui/Button.tsx";
import { ErrorNotice } from "#shared/ui/ErrorNotice.tsx";
import { CheckField } from "#shared/ui/fields/CheckField.tsx";
import { NumberField } from "#shared/ui/fields/NumberField.tsx";
import { SelectField } from "#shared/ui/fields/SelectField.tsx";
import { TextAreaField, TextField } from "#shared/ui/fields/TextField.tsx";
import { useToast } from "#shared/ui/toasts/Toasts.tsx";
import { providersQuery } from "../administration.queries.ts";

interface MarkFormProps {
  /** Undefined for a new one. */
  readonly mark: MarkDefinition | undefined;
  readonly onDone: () => void;
}

/** Everything about a trust mark: what it says and how members gain it. */
export function MarkForm({ mark, onDone }: MarkFormProps) {
  const { t } = useLingui();
  const { draft, change, clear, saving, submit, errorOf } = useMarkForm(mark, onDone);
  const name = mark?.name;
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    submit();
  };
  return (
    <form noValidate onSubmit={onSubmit} className="grid gap-4 card p-4 sm:p-6">
      <h2 className="text-lg font-bold">
        {name === undefined ? t`Add a trust mark` : t`Change ${name}`}
      </h2>
      <TextField
        label={t({
          message: "Name",
          context: "of a trust mark",
        })}
        placeholder={t`Member of Example University`}
        maxLength={60}
        error={errorOf("name")}
        {...bindText(draft.name, (name) => change({ name }))}
      />
      <TextAreaField
        label={t`What it means`}
        hint={t`Shown to members who look at the mark.`}
        maxLength={300}
        error={errorOf("meaning")}
        {...bindText(draft.meaning, (meaning) => change({ meaning }))}
      />
      <TextAreaField
        label={t`E-mail domains`}
        optional={t`optional`}
        hint={t`One per line, subdomains included. Members with a verified address there get the mark.`}
        error={errorOf("emailDomains")}
        {...bindText(draft.domains, (domains) => change({ domains }))}
      />
      <ClaimRules rules={draft.rules} errorOf={errorOf} onChange={(rules) => change({ rules })} />
      <CheckField
        label={t`Moderators can grant it`}
        checked={draft.byTeam}
        onChange={(byTeam) => change({ byTeam })}
      />
      <NumberField
        label={t`Valid for how many days`}
        hint={t`Then it expires, unless the address was confirmed again or the member signed in at the institution.`}
        maxLength={4}
        error={errorOf("lifetimeDays")}
        value={draft.days}
        onChange={(days) => change({ days })}
      />
      <ErrorNotice error={saving.error} />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={saving.isPending}>
          {t`Save`}
        </Button>
        <Button
          variant="line"
          onClick={() => {
            clear();
            onDone();
          }}
        >
          {t`Cancel`}
        </Button>
      </div>
    </form>
  );
}

interface ClaimRulesProps {
  readonly rules: readonly RuleDraft[];
  readonly errorOf: (field: string) => string | undefined;
  readonly onChange: (rules: RuleDraft[]) => void;
}

/** What institutions must say about a member. Absent where members cannot sign in at any. */
function ClaimRules({ rules, errorOf, onChange }: ClaimRulesProps) {
  const { t } = useLingui();
  const providers = useQuery(providersQuery).data ?? [];
  const [first] = providers;
  if (!first) return null;
  const replace = (n: number, changes: Partial<RuleDraft>) =>
    onChange(rules.map((rule, other) => (other === n ? { ...rule, ...changes } : rule)));
  return (
    <fieldset className="grid gap-3">
      <legend className="font-semibold">{t`What an institution says about a member`}</legend>
      <p className="text-sm text-ink-2">
        {t`People who sign in there with one of these claims get the mark, and lose it at a sign-in without the claim.`}
      </p>
      {rules.map((rule, n) => (
        <div key={n} className="grid gap-3 rounded-md border border-line p-3 sm:grid-cols-2">
          <SelectField
            label={t`Institution`}
            value={rule.providerId}
            options={providers.map(({ id, name }) => ({ value: id, label: name }))}
            onChange={(providerId) => replace(n, { providerId })}
          />
          <TextField
            label={t`Claim`}
            placeholder="eduperson_scoped_affiliation"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={100}
            error={errorOf(`claimRules.${n}.claim`)}
            {...bindText(rule.claim, (claim) => replace(n, { claim }))}
          />
          <SelectField
            label={t`Comparison`}
            value={rule.match}
            options={[
              { value: "is", label: t`is one of the values` },
              { value: "contains", label: t`contains one of the values` },
            ]}
            onChange={(match) => replace(n, { match: match === "contains" ? "contains" : "is" })}
          />
          <TextAreaField
            label={t`Values`}
            hint={t`One per line, such as student@uni.example.`}
            error={errorOf(`claimRules.${n}.values`)}
            {...bindText(rule.values, (values) => replace(n, { values }))}
          />
          <Button
            variant="ghost"
            size="sm"
            className="justify-self-start"
            onClick={() => onChange(rules.filter((_, other) => other !== n))}
          >
            {t`Remove this claim`}
          </Button>
        </div>
      ))}
      <Button
        variant="line"
        size="sm"
        icon="plus"
        className="justify-self-start"
        onClick={() =>
          onChange([
            ...rules,
            {
              providerId: first.id,
              claim: "",
              match: "is",
              values: "",
            },
          ])
        }
      >
        {t`Add a claim`}
      </Button>
    </fieldset>
  );
}

/** A rule with its values as text, one per line. */
interface RuleDraft extends Omit<ClaimRule, "values"> {
  readonly values: string;
}

const NEW_MARK: Omit<MarkDefinition, "id" | "holders"> = {
  name: "",
  meaning: "",
  emailDomains: [],
  claimRules: [],
  byTeam: false,
  lifetimeDays: 365,
};

function toLines(text: string): string[] {
  return text.split("\n").flatMap((line) => line.trim() || []);
}

/** Draft of a trust mark; what was typed survives an error and a reload. */
function useMarkForm(mark: MarkDefinition | undefined, onDone: () => void) {
  const { t } = useLingui();
  const toast = useToast();
  const { name, meaning, emailDomains, claimRules, byTeam, lifetimeDays } = mark ?? NEW_MARK;
  const [draft, change, clear] = useDraft(`settings.trust-mark.${mark?.id ?? ""}`, {
    name,
    meaning,
    domains: emailDomains.join("\n"),
    rules: claimRules.map((rule): RuleDraft => ({
      ...rule,
      values: rule.values.join("\n"),
    })),
    byTeam,
    days: String(lifetimeDays),
  });
  const adding = useConsoleAction(markAdministration.add);
  const changing = useConsoleAction(markAdministration.change);
  const saving = mark ? changing : adding;
  const onSuccess = () => {
    clear();
    toast({ message: t`Saved.`, type: "success" });
    onDone();
  };
  const submit = () => {
    if (saving.isPending) return;
    const body = {
      name: draft.name,
      meaning: draft.meaning,
      emailDomains: toLines(draft.domains),
      claimRules: draft.rules.map((rule) => ({
        ...rule,
        values: toLines(rule.values),
      })),
      byTeam: draft.byTeam,
      lifetimeDays: readNumber(draft.days),
    };
    if (mark)
      changing.mutate(
        {
          params: { markId: mark.id },
          body,
        },
        { onSuccess },
      );
    else adding.mutate({ body }, { onSuccess });
  };
  const fields: Readonly<Record<string, string>> =
    saving.error instanceof ApiError ? saving.error.fields : {};
  /** Message of a field, or of a part of it. */
  const errorOf = (name: string) =>
    Object.entries(fields).find(([field]) => field === name || field.startsWith(`${name}.`))?.[1];
  return {
    draft,
    change,
    clear,
    saving,
    submit,
    errorOf,
  };
}
