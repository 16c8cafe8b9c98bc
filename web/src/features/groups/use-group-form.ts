import { useLingui } from "@lingui/react/macro";
import { type FormEvent, useState } from "react";
import { useNavigate } from "react-router";
import { ApiError } from "#shared/api/api-error.ts";
import { errorText } from "#shared/api/error-text.ts";
import { useDraft } from "#shared/forms/use-draft.ts";
import { changeFromDraft, type GroupDraft } from "./group-draft.ts";
import { useSaveGroup } from "./groups.queries.ts";

/** State of the form of a group: the draft, the errors of its fields, and what saves it. */
export function useGroupForm(draftName: string, initial: GroupDraft, groupId: string | undefined) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const [draft, change, clear] = useDraft(draftName, initial);
  const [isNameMissing, setNameMissing] = useState(false);
  const save = useSaveGroup(groupId);
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (save.isPending) return;
    const form = event.currentTarget;
    const details = changeFromDraft(draft);
    setNameMissing(details.name === "");
    if (details.name === "") {
      requestAnimationFrame(() =>
        form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus(),
      );
      return;
    }
    save.mutate(details, {
      onSuccess: ({ id }) => {
        clear();
        void navigate(`/groups/${id}`, { replace: true });
      },
    });
  };
  const refused: Readonly<Record<string, string>> =
    save.error instanceof ApiError ? save.error.fields : {};
  const errorOf = (field: "name" | "description" | "requiredMarkId"): string | undefined =>
    field === "name" && isNameMissing ? t`Enter a name.` : refused[field];
  const failure =
    save.error && Object.keys(refused).length === 0 ? errorText(save.error) : undefined;
  return {
    draft,
    change,
    onSubmit,
    errorOf,
    failure,
    busy: save.isPending,
  };
}
