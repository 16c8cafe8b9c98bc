import type { MarkDefinition } from "@commonlane/contract/mark-administration";
import { useLingui } from "@lingui/react/macro";
import type { FormEvent } from "react";
import { bindText } from "#shared/forms/bind-text.ts";
import { Button } from "#shared/ui/Button.tsx";
import { CheckField } from "#shared/ui/fields/CheckField.tsx";
import { NumberField } from "#shared/ui/fields/NumberField.tsx";
import { TextAreaField, TextField } from "#shared/ui/fields/TextField.tsx";
import { ErrorNotice } from "#shared/ui/ErrorNotice.tsx";
import { ClaimRules } from "./ClaimRules.tsx";
import { useMarkForm } from "./use-mark-form.ts";

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
