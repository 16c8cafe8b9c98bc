import type { Group } from "@commonlane/contract/groups";
import { GROUP_NAME_MAX_LENGTH, NOTE_MAX_LENGTH } from "@commonlane/contract/limits";
import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { bindText } from "#shared/forms/bind-text.ts";
import { trustMarkList } from "#shared/trust-marks/trust-marks.queries.ts";
import { Button } from "#shared/ui/Button.tsx";
import { CheckField } from "#shared/ui/fields/CheckField.tsx";
import { RadioChoices } from "#shared/ui/fields/RadioChoices.tsx";
import { SelectField } from "#shared/ui/fields/SelectField.tsx";
import { TextAreaField, TextField } from "#shared/ui/fields/TextField.tsx";
import { ErrorNotice } from "#shared/ui/ErrorNotice.tsx";
import type { GroupDraft } from "./group-draft.ts";
import { useGroupForm } from "./use-group-form.ts";

interface GroupFormProps {
  readonly draftName: string;
  readonly initial: GroupDraft;
  /** Undefined for a new group. */
  readonly group: Group | undefined;
}

/** What a group is, who may join it and what others see of it. */
export function GroupForm({ draftName, initial, group }: GroupFormProps) {
  const { t } = useLingui();
  const { draft, change, onSubmit, errorOf, failure, busy } = useGroupForm(
    draftName,
    initial,
    group?.id,
  );
  return (
    <form noValidate onSubmit={onSubmit} className="grid gap-6">
      <TextField
        label={t({ message: "Name", context: "of a group" })}
        placeholder={t`Faculty of Law, Hill village, climbing club`}
        required
        maxLength={GROUP_NAME_MAX_LENGTH}
        {...bindText(draft.name, (name) => change({ name }))}
        error={errorOf("name")}
      />
      <TextAreaField
        label={t`Description`}
        optional={t`optional`}
        hint={t`Who belongs to this group, and where its members travel.`}
        maxLength={NOTE_MAX_LENGTH}
        {...bindText(draft.description, (description) => change({ description }))}
        error={errorOf("description")}
      />
      <RadioChoices
        label={t({ message: "Who can join", context: "a group" })}
        value={draft.joining}
        options={[
          { value: "open", label: t`Anyone`, hint: t`They are in the group at once.` },
          {
            value: "approval",
            label: t`Managers decide`,
            hint: t`People ask to join, and a manager answers.`,
          },
          {
            value: "invitation",
            label: t`Only with an invitation link`,
            hint: t`Managers make the link and share it.`,
          },
        ]}
        onChange={(joining) => change({ joining })}
      />
      <RequiredMark draft={draft} change={change} group={group} error={errorOf("requiredMarkId")} />
      <fieldset className="grid min-w-0 gap-2">
        <legend className="mb-1 font-semibold">{t`What others see`}</legend>
        <CheckField
          label={t`Others can find this group`}
          hint={t`If not, others need its invitation link to see it.`}
          checked={draft.isListed}
          onChange={(isListed) => change({ isListed })}
        />
        {draft.isListed && (
          <CheckField
            label={t`Others see how many members it has`}
            hint={t`Fewer than five are never shown.`}
            checked={draft.showsSize}
            onChange={(showsSize) => change({ showsSize })}
          />
        )}
      </fieldset>
      <RadioChoices
        label={t`Who sees the list of members`}
        value={draft.memberList}
        options={[
          { value: "members", label: t`All members` },
          { value: "managers", label: t`Managers only` },
        ]}
        onChange={(memberList) => change({ memberList })}
      />
      <ErrorNotice error={failure} />
      <Button type="submit" size="lg" busy={busy}>
        {group === undefined ? t`Create group` : t`Save`}
      </Button>
    </form>
  );
}

interface RequiredMarkProps {
  readonly draft: GroupDraft;
  readonly change: (changes: Partial<GroupDraft>) => void;
  readonly group: Group | undefined;
  readonly error: string | undefined;
}

/** Absent in communities without trust marks. */
function RequiredMark({ draft, change, group, error }: RequiredMarkProps) {
  const { t } = useLingui();
  const { data } = useQuery(trustMarkList);
  // Until the list has arrived, the group's own mark is the only one to choose.
  const marks = data ?? (group?.requiredMark ? [group.requiredMark] : []);
  if (marks.length === 0) return null;
  return (
    <SelectField
      label={t`Required trust mark`}
      hint={t`Only people with this mark can join. Members who lose it also lose the group.`}
      error={error}
      value={draft.requiredMarkId}
      options={[
        { value: "", label: t`No trust mark` },
        ...marks.map(({ id, name }) => ({
          value: id,
          label: name,
        })),
      ]}
      onChange={(requiredMarkId) => change({ requiredMarkId })}
    />
  );
}
