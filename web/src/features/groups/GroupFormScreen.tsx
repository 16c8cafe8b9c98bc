import type { Group, GroupChange } from "@commonlane/contract/groups";
import { GROUP_NAME_MAX_LENGTH, NOTE_MAX_LENGTH } from "@commonlane/contract/limits";
import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useNavigate, useParams } from "react-router";
import { ApiError } from "#shared/api/api-error.ts";
import { errorText } from "#shared/api/error-text.ts";
import { bindText } from "#shared/forms/bind-text.ts";
import { useDraft } from "#shared/forms/use-draft.ts";
import { useUser } from "#shared/session/SessionProvider.tsx";
import { trustMarkList } from "#shared/trust-marks/trust-marks.queries.ts";
import { buttonClasses } from "#shared/ui/button-classes.ts";
import { Button } from "#shared/ui/Button.tsx";
import { EmptyState } from "#shared/ui/EmptyState.tsx";
import { ErrorNotice } from "#shared/ui/ErrorNotice.tsx";
import { CheckField } from "#shared/ui/fields/CheckField.tsx";
import { RadioChoices } from "#shared/ui/fields/RadioChoices.tsx";
import { SelectField } from "#shared/ui/fields/SelectField.tsx";
import { TextAreaField, TextField } from "#shared/ui/fields/TextField.tsx";
import { Link } from "#shared/ui/Link.tsx";
import { NotLoaded } from "#shared/ui/NotLoaded.tsx";
import { useTitle } from "#shared/ui/use-title.ts";
import { groupById, useSaveGroup } from "./groups.queries.ts";

/** Creates a group, or edits the one in the URL. */
export function GroupFormScreen() {
  const { t } = useLingui();
  const { groupId } = useParams();
  const title = groupId === undefined ? t`Create a group` : t`Edit group`;
  useTitle(title);
  return (
    <div className="mx-auto grid w-full max-w-2xl gap-6 px-(--gutter) py-6">
      <h1 className="text-2xl font-bold tracking-[-.02em] outline-none">{title}</h1>
      {groupId === undefined ? <NewGroup /> : <ExistingGroup groupId={groupId} />}
    </div>
  );
}

function NewGroup() {
  const { uid } = useUser();
  return <GroupForm draftName={`group.${uid}`} initial={NEW_GROUP} group={undefined} />;
}

function ExistingGroup({ groupId }: { groupId: string }) {
  const { t } = useLingui();
  const { uid } = useUser();
  const groupQuery = useQuery(groupById(groupId));
  const group = groupQuery.data;
  if (!group) return <NotLoaded query={groupQuery} />;
  if (group.role === "manager")
    return (
      <GroupForm
        draftName={`group.${uid}.${groupId}`}
        initial={draftFromGroup(group)}
        group={group}
      />
    );
  return (
    <EmptyState
      title={t`You can't change this group`}
      action={
        <Link to={`/groups/${groupId}`} className={buttonClasses("line")}>
          {t`View group`}
        </Link>
      }
    >
      {t`Only its managers can change it.`}
    </EmptyState>
  );
}

interface GroupFormProps {
  readonly draftName: string;
  readonly initial: GroupDraft;
  /** Undefined for a new group. */
  readonly group: Group | undefined;
}

/** What a group is, who may join it and what others see of it. */
function GroupForm({ draftName, initial, group }: GroupFormProps) {
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

/** State of the form of a group: the draft, the errors of its fields, and what saves it. */
function useGroupForm(draftName: string, initial: GroupDraft, groupId: string | undefined) {
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

/** What the form of a group holds. */
interface GroupDraft extends Record<string, unknown> {
  readonly name: string;
  readonly description: string;
  readonly joining: GroupChange["joining"];
  /** Empty: none. */
  readonly requiredMarkId: string;
  readonly isListed: boolean;
  readonly showsSize: boolean;
  readonly memberList: GroupChange["memberList"];
}

const NEW_GROUP: GroupDraft = {
  name: "",
  description: "",
  joining: "approval",
  requiredMarkId: "",
  isListed: true,
  showsSize: true,
  memberList: "members",
};

const draftFromGroup = (group: Group): GroupDraft => ({
  name: group.name,
  description: group.description ?? "",
  joining: group.joining,
  // The community may have removed the mark.
  requiredMarkId: group.requiredMark?.id ?? "",
  isListed: group.isListed,
  showsSize: group.showsSize,
  memberList: group.memberList,
});

const changeFromDraft = (draft: GroupDraft): GroupChange => ({
  name: draft.name.trim(),
  description: draft.description.trim() || null,
  joining: draft.joining,
  requiredMarkId: draft.requiredMarkId || null,
  isListed: draft.isListed,
  showsSize: draft.showsSize,
  memberList: draft.memberList,
});
