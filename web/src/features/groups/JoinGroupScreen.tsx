import type { Group } from "@commonlane/contract/groups";
import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useLocation, useNavigate } from "react-router";
import { isProblem } from "#shared/api/api-error.ts";
import { buttonClasses } from "#shared/ui/button-classes.ts";
import { EmptyState } from "#shared/ui/EmptyState.tsx";
import { NotLoaded } from "#shared/ui/NotLoaded.tsx";
import { Link } from "#shared/ui/Link.tsx";
import { Notice } from "#shared/ui/Notice.tsx";
import { useTitle } from "#shared/ui/use-title.ts";
import { GroupActions } from "./detail/GroupActions.tsx";
import { GroupFacts } from "./GroupFacts.tsx";
import { groupByCode } from "./groups.queries.ts";

/** Target of invitation links. Their code is in the fragment, so that it appears in no log. */
export function JoinGroupScreen() {
  const { t } = useLingui();
  const code = useLocation().hash.slice(1);
  // Links lose their end in some mail programs.
  const isComplete = /^[\w-]{16,64}$/.test(code);
  const query = useQuery({
    ...groupByCode(code),
    enabled: isComplete,
  });
  const group = query.data;
  useTitle(t`Invitation to a group`);
  const isOver = !isComplete || isProblem(query.error, "link_over");
  return (
    <div className="mx-auto grid w-full max-w-2xl gap-6 px-(--gutter) py-6">
      {!group && <h1 className="sr-only">{t`Invitation to a group`}</h1>}
      {isOver && <LinkOver />}
      {!group && !isOver && <NotLoaded query={query} />}
      {group && !isOver && <Invitation group={group} code={code} />}
    </div>
  );
}

function Invitation({ group, code }: { group: Group; code: string }) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const path = `/groups/${group.id}`;
  const isMember = group.role === "member" || group.role === "manager";
  return (
    <>
      <p className="font-semibold text-ink-2">{t`You are invited to join this group.`}</p>
      <GroupFacts group={group} />
      {isMember ? (
        <div className="grid gap-3">
          <Notice tone="ok">{t`You are already a member.`}</Notice>
          <Link to={path} replace className={buttonClasses("solid", "lg")}>
            {t`View group`}
          </Link>
        </div>
      ) : (
        <GroupActions
          group={group}
          code={code}
          onJoined={() => void navigate(path, { replace: true })}
        />
      )}
    </>
  );
}

function LinkOver() {
  const { t } = useLingui();
  return (
    <EmptyState
      title={t`This invitation link doesn't work`}
      action={
        <Link to="/groups" className={buttonClasses()}>
          {t`View groups`}
        </Link>
      }
    >
      {t`It was replaced or disabled, or the end is missing. Ask the person who sent it for a new one.`}
    </EmptyState>
  );
}
