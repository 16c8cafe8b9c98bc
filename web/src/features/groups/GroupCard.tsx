import type { Group } from "@commonlane/contract/groups";
import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { Icon } from "#shared/ui/Icon.tsx";
import { Link } from "#shared/ui/Link.tsx";
import { Pill } from "#shared/ui/Pill.tsx";
import { useJoiningTexts, useRoleLabels, useSizeText } from "./group-text.ts";

/** A group in a list, linked to its page. */
export function GroupCard({ group }: { group: Group }) {
  const { t } = useLingui();
  const role = useRoleLabels()[group.role];
  const joining = useJoiningTexts()[group.joining];
  const sizeText = useSizeText()(group);
  const isMember = group.role === "member" || group.role === "manager";
  const waiting = group.waitingRequests ?? 0;
  const facts = [sizeText, isMember ? undefined : joining].filter((fact) => fact !== undefined);
  return (
    <Link
      to={`/groups/${group.id}`}
      className="group flex items-center gap-3 card p-4 no-underline hover:shadow-2"
    >
      <span className="grid min-w-0 flex-1 gap-1">
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="min-w-0 text-lg leading-6 font-bold wrap-anywhere">{group.name}</span>
          {role && (
            <Pill tone={role.tone} icon={role.icon}>
              {role.label}
            </Pill>
          )}
          {waiting > 0 && (
            <Pill tone="warn" icon="inbox">
              {t`${plural(waiting, {
                one: "# request to join",
                other: "# requests to join",
              })}`}
            </Pill>
          )}
        </span>
        {group.description && (
          <span className="line-clamp-2 text-sm text-ink-2 wrap-anywhere">{group.description}</span>
        )}
        {facts.length > 0 && <span className="text-sm text-ink-3">{facts.join(" · ")}</span>}
      </span>
      <Icon name="chevron-end" className="text-ink-3 group-hover:text-ink" />
    </Link>
  );
}
