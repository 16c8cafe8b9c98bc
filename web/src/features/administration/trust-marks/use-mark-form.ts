import {
  type ClaimRule,
  markAdministration,
  type MarkDefinition,
} from "@commonlane/contract/mark-administration";
import { readNumber } from "@commonlane/contract/plain-numbers";
import { useLingui } from "@lingui/react/macro";
import { ApiError } from "#shared/api/api-error.ts";
import { useDraft } from "#shared/forms/use-draft.ts";
import { useToast } from "#shared/ui/toasts/Toasts.tsx";
import { useConsoleAction } from "#shared/console/use-console-action.ts";

/** A rule with its values as text, one per line. */
export interface RuleDraft extends Omit<ClaimRule, "values"> {
  readonly values: string;
}

const NEW: Omit<MarkDefinition, "id" | "holders"> = {
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
export function useMarkForm(mark: MarkDefinition | undefined, onDone: () => void) {
  const { t } = useLingui();
  const toast = useToast();
  const { name, meaning, emailDomains, claimRules, byTeam, lifetimeDays } = mark ?? NEW;
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
