import {
  administration,
  type SettingsView,
  type TeamMember,
  type TeamRole,
} from "@commonlane/contract/administration";
import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { ModerationSection, PersonLink, Timestamp } from "#shared/console/console-ui.tsx";
import { communitySettingsQuery, useSaveSettings } from "#shared/console/console.queries.ts";
import { fixedFieldProps, SettingsForm } from "#shared/console/SettingsForm.tsx";
import { useConsoleAction } from "#shared/console/use-console-action.ts";
import { bindText } from "#shared/forms/bind-text.ts";
import { Button } from "#shared/ui/Button.tsx";
import { Dialog } from "#shared/ui/Dialog.tsx";
import { ErrorNotice } from "#shared/ui/ErrorNotice.tsx";
import { SelectField } from "#shared/ui/fields/SelectField.tsx";
import { TextField } from "#shared/ui/fields/TextField.tsx";
import { NotLoaded } from "#shared/ui/NotLoaded.tsx";
import { Pill } from "#shared/ui/Pill.tsx";
import { useToast } from "#shared/ui/toasts/Toasts.tsx";
import { teamQuery } from "./administration.queries.ts";

/** Administrators and moderators: who they are, and appointing and removing them. */
export function TeamView() {
  const { t } = useLingui();
  const teamLoading = useQuery(teamQuery);
  const team = teamLoading.data;
  if (!team) return <NotLoaded query={teamLoading} />;
  return (
    <>
      <h2 className="sr-only">{t`Team`}</h2>
      <p className="text-ink-2">{t`Moderators handle reports. Administrators can do that, too, and change settings and this list.`}</p>
      <ul className="grid divide-y divide-line card">
        {team.map((member) => (
          <MemberRow key={member.person.uid} member={member} />
        ))}
      </ul>
      <Appoint />
      <TeamSecondFactor />
    </>
  );
}

function MemberRow({ member: { person, role, since } }: { member: TeamMember }) {
  const { t } = useLingui();
  const [isOpen, setOpen] = useState(false);
  const name = person.name ?? person.email;
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 p-4">
      <span className="grid min-w-0 gap-1">
        <span className="flex flex-wrap items-center gap-2">
          <PersonLink person={person} />
          <Pill tone={role === "administrator" ? "info" : "quiet"} icon="shield">
            {role === "administrator" ? t`Administrator` : t`Moderator`}
          </Pill>
        </span>
        <span className="text-sm text-ink-2 wrap-anywhere">{person.email}</span>
        <Timestamp at={since} />
      </span>
      <Button
        variant="line"
        size="sm"
        aria-label={t`Change the role of ${name}`}
        onClick={() => setOpen(true)}
      >
        {t`Change`}
      </Button>
      {isOpen && (
        <RoleDialog name={name} email={person.email} role={role} onClose={() => setOpen(false)} />
      )}
    </li>
  );
}

interface RoleDialogProps {
  readonly name: string;
  readonly email: string;
  readonly role: TeamMember["role"];
  readonly onClose: () => void;
}

function RoleDialog({ name, email, role, onClose }: RoleDialogProps) {
  const { t } = useLingui();
  const [chosen, setChosen] = useState<TeamRole>(role);
  const change = useConsoleAction(administration.setRole);
  return (
    <Dialog
      open
      title={t`Role of ${name}`}
      onClose={onClose}
      cancelLabel={t`Cancel`}
      busy={change.isPending}
      footer={
        <Button
          busy={change.isPending}
          onClick={() =>
            change.mutate(
              {
                body: {
                  email,
                  role: chosen,
                },
              },
              { onSuccess: onClose },
            )
          }
        >
          {t`Save`}
        </Button>
      }
    >
      <div className="grid gap-4">
        <RoleField value={chosen} onChange={setChosen} withMember />
        <ErrorNotice error={change.error} />
      </div>
    </Dialog>
  );
}

function Appoint() {
  const { t } = useLingui();
  const toast = useToast();
  const [email, setEmail] = useState("");
  const [role, setRole] = useState<TeamRole>("moderator");
  const appoint = useConsoleAction(administration.setRole);
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    appoint.mutate(
      { body: { email: email.trim(), role } },
      {
        onSuccess: () => {
          setEmail("");
          toast({
            message: t`Saved.`,
            type: "success",
          });
        },
      },
    );
  };
  return (
    <ModerationSection title={t`Appoint someone`}>
      <form
        onSubmit={onSubmit}
        className="grid gap-3 sm:grid-cols-[1fr_14rem_max-content] sm:items-end"
      >
        <TextField
          label={t`E-mail of their account`}
          type="email"
          inputMode="email"
          required
          maxLength={254}
          {...bindText(email, setEmail)}
        />
        <RoleField value={role} onChange={setRole} />
        <Button
          type="submit"
          variant="line"
          className="min-h-12 justify-self-start"
          busy={appoint.isPending}
        >
          {t`Appoint`}
        </Button>
      </form>
      <ErrorNotice error={appoint.error} />
    </ModerationSection>
  );
}

interface RoleFieldProps {
  readonly value: TeamRole;
  readonly onChange: (role: TeamRole) => void;
  readonly withMember?: boolean;
}

function RoleField({ value, onChange, withMember = false }: RoleFieldProps) {
  const { t } = useLingui();
  return (
    <SelectField
      label={t`Role`}
      value={value}
      options={[
        { value: "moderator", label: t`Moderator` },
        {
          value: "administrator",
          label: t`Administrator`,
        },
        ...(withMember
          ? [
              {
                value: "member" as const,
                label: t`Member, without a role`,
              },
            ]
          : []),
      ]}
      onChange={onChange}
    />
  );
}

/** Whether the team needs a second factor. */
function TeamSecondFactor() {
  const { t } = useLingui();
  const settings = useQuery(communitySettingsQuery).data;
  if (!settings) return null;
  return (
    <ModerationSection title={t`Second factor`}>
      <RequirementForm key={settings.values.requireSecondFactor} settings={settings} />
    </ModerationSection>
  );
}

function RequirementForm({ settings }: { settings: SettingsView }) {
  const { t } = useLingui();
  const toast = useToast();
  const [requireSecondFactor, setRequired] = useState(settings.values.requireSecondFactor);
  const saving = useSaveSettings(() =>
    toast({
      message: t`Saved.`,
      type: "success",
    }),
  );
  const submit = () => saving.save({ requireSecondFactor });
  return (
    <SettingsForm saving={saving} submitLabel={t`Save`} onSubmit={submit}>
      <SelectField
        label={t`Who needs a second factor`}
        {...fixedFieldProps(
          settings,
          "requireSecondFactor",
          t`A passkey, or a code after the password. Without one, the console stays closed. Set up your own first.`,
        )}
        error={saving.errors["requireSecondFactor"]}
        value={requireSecondFactor}
        options={[
          {
            value: "none",
            label: t`Everyone decides for themselves`,
          },
          {
            value: "team",
            label: t`Moderators and administrators`,
          },
        ]}
        onChange={setRequired}
      />
    </SettingsForm>
  );
}
