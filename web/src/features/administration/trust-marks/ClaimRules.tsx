import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { bindText } from "#shared/forms/bind-text.ts";
import { Button } from "#shared/ui/Button.tsx";
import { SelectField } from "#shared/ui/fields/SelectField.tsx";
import { TextAreaField, TextField } from "#shared/ui/fields/TextField.tsx";
import type { RuleDraft } from "./use-mark-form.ts";
import { providersQuery } from "../administration.queries.ts";

interface ClaimRulesProps {
  readonly rules: readonly RuleDraft[];
  readonly errorOf: (field: string) => string | undefined;
  readonly onChange: (rules: RuleDraft[]) => void;
}

/** What institutions must say about a member. Absent where members cannot sign in at any. */
export function ClaimRules({ rules, errorOf, onChange }: ClaimRulesProps) {
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
          onChange([...rules, { providerId: first.id, claim: "", match: "is", values: "" }])
        }
      >
        {t`Add a claim`}
      </Button>
    </fieldset>
  );
}
