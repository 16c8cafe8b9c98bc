import { groupManagement } from "@commonlane/contract/group-management";
import type { Group, GroupMember } from "@commonlane/contract/groups";
import { useLingui } from "@lingui/react/macro";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import { useUser } from "#shared/session/SessionProvider.tsx";
import { Button } from "#shared/ui/Button.tsx";
import { Icon } from "#shared/ui/Icon.tsx";
import { Menu } from "#shared/ui/Menu.tsx";
import { Pill } from "#shared/ui/Pill.tsx";
import { ShowMore } from "#shared/ui/ShowMore.tsx";
import { useToast } from "#shared/ui/toasts/Toasts.tsx";
import { membersOfGroup, useGroupCall } from "../groups.queries.ts";
import { useRoleLabels } from "../group-text.ts";
import { ConfirmDialog } from "./ConfirmDialog.tsx";
import { PersonRow } from "./PersonRow.tsx";
import { NotLoaded } from "#shared/ui/NotLoaded.tsx";

/** The members of a group, for those who may see them. */
export function Members({ group }: { group: Group }) {
  const { t } = useLingui();
  const id = useId();
  const isShown = group.memberList === "members" || group.role === "manager";
  return (
    <section aria-labelledby={id} className="grid gap-4">
      <h2 id={id} className="text-lg font-bold">{t`Members`}</h2>
      {isShown ? (
        <MemberList group={group} />
      ) : (
        <p className="text-ink-2">{t`Only managers see who is in this group.`}</p>
      )}
    </section>
  );
}

/** The page is about the rides; who belongs to it is there for those who look. */
const FIRST_SHOWN = 5;

type MemberAction = {
  readonly member: GroupMember;
  readonly kind: "role" | "remove";
};

function MemberList({ group }: { group: Group }) {
  const { t } = useLingui();
  const query = useInfiniteQuery(membersOfGroup(group.id));
  const [action, setAction] = useState<MemberAction>();
  const [isOpen, setOpen] = useState(false);
  const members = query.data?.pages.flatMap(({ items }) => items);
  if (!members) return <NotLoaded query={query} />;

  const isFolded = !isOpen && members.length > FIRST_SHOWN;
  return (
    <div className="grid gap-4">
      <ul aria-label={t`Members`} className="grid divide-y divide-line card">
        {members.slice(0, isFolded ? FIRST_SHOWN : undefined).map((member) => (
          <li key={member.person.uid} className="p-4">
            <MemberRow member={member} isManaged={group.role === "manager"} onAction={setAction} />
          </li>
        ))}
      </ul>
      {isFolded ? (
        <Button variant="soft" className="justify-self-start" onClick={() => setOpen(true)}>
          {t`Show all members`}
        </Button>
      ) : (
        <ShowMore query={query}>{t`More members`}</ShowMore>
      )}
      {action?.kind === "role" && (
        <RoleDialog
          groupId={group.id}
          member={action.member}
          onClose={() => setAction(undefined)}
        />
      )}
      {action?.kind === "remove" && (
        <RemoveMemberDialog
          group={group}
          member={action.member}
          onClose={() => setAction(undefined)}
        />
      )}
    </div>
  );
}

interface MemberRowProps {
  readonly member: GroupMember;
  /** The user is a manager. */
  readonly isManaged: boolean;
  readonly onAction: (action: MemberAction) => void;
}

function MemberRow({ member, isManaged, onAction }: MemberRowProps) {
  const { t } = useLingui();
  const { uid } = useUser();
  const { manager } = useRoleLabels();
  const { person, role } = member;
  const name = person.displayName;
  return (
    <PersonRow
      person={person}
      role={
        role === "manager" &&
        manager && (
          <Pill tone={manager.tone} icon={manager.icon}>
            {manager.label}
          </Pill>
        )
      }
      menu={
        isManaged &&
        person.uid !== uid && (
          <Menu
            label={t`Change ${name}'s membership`}
            trigger={<Icon name="dots" className="size-6" />}
            triggerClassName="grid size-11 shrink-0 place-items-center rounded-md text-ink-2 hover:bg-sunken"
            items={[
              {
                label: role === "manager" ? t`Make a member again` : t`Make a manager`,
                icon: "shield",
                onSelect: () =>
                  onAction({
                    member,
                    kind: "role",
                  }),
              },
              {
                label: t`Remove from the group`,
                icon: "trash",
                danger: true,
                onSelect: () =>
                  onAction({
                    member,
                    kind: "remove",
                  }),
              },
            ]}
          />
        )
      }
    />
  );
}

interface RoleDialogProps {
  readonly groupId: string;
  readonly member: GroupMember;
  readonly onClose: () => void;
}

function RoleDialog({ groupId, member: { person, role }, onClose }: RoleDialogProps) {
  const { t } = useLingui();
  const toast = useToast();
  const setRole = useGroupCall(groupManagement.setRole);
  const { uid } = person;
  const name = person.displayName;
  const next = role === "manager" ? "member" : "manager";
  return (
    <ConfirmDialog
      title={next === "manager" ? t`Make ${name} a manager?` : t`Make ${name} a member again?`}
      text={
        next === "manager"
          ? t`Managers can change and delete the group, and decide who is in it.`
          : t`They stay in the group but can't manage it any more.`
      }
      confirmLabel={next === "manager" ? t`Make a manager` : t`Make a member again`}
      isHarmless={next === "manager"}
      call={setRole}
      onConfirm={() =>
        setRole.mutateAsync({
          params: { groupId, uid },
          body: { role: next },
        })
      }
      onDone={() =>
        toast({
          message: t`Saved.`,
          type: "success",
        })
      }
      onClose={onClose}
    />
  );
}

interface RemoveMemberDialogProps {
  readonly group: Group;
  readonly member: GroupMember;
  readonly onClose: () => void;
}

function RemoveMemberDialog({ group, member: { person }, onClose }: RemoveMemberDialogProps) {
  const { t } = useLingui();
  const toast = useToast();
  const remove = useGroupCall(groupManagement.removeMember);
  const { uid } = person;
  const name = person.displayName;
  const groupName = group.name;
  return (
    <ConfirmDialog
      title={t`Remove ${name} from ${groupName}?`}
      text={t`They lose access to rides for this group, and seats that they booked on them are cancelled.`}
      confirmLabel={t`Remove from the group`}
      call={remove}
      onConfirm={() =>
        remove.mutateAsync({
          params: {
            groupId: group.id,
            uid,
          },
        })
      }
      onDone={() =>
        toast({
          message: t`${name} was removed from the group.`,
          type: "success",
        })
      }
      onClose={onClose}
    />
  );
}
