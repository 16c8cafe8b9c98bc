import { type Group, groups } from "@commonlane/contract/groups";
import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useLocation, useNavigate } from "react-router";
import { isProblem } from "#shared/api/api-error.ts";
import { errorText } from "#shared/api/error-text.ts";
import { afterMutation } from "#shared/forms/after-mutation.ts";
import { Button } from "#shared/ui/Button.tsx";
import { buttonClasses } from "#shared/ui/button-classes.ts";
import { EmptyState } from "#shared/ui/EmptyState.tsx";
import { ErrorState } from "#shared/ui/ErrorState.tsx";
import { Link } from "#shared/ui/Link.tsx";
import { Notice } from "#shared/ui/Notice.tsx";
import { SkeletonCards } from "#shared/ui/Skeleton.tsx";
import { useToast } from "#shared/ui/toasts/Toasts.tsx";
import { useTitle } from "#shared/ui/use-title.ts";
import { GroupFacts } from "./GroupFacts.tsx";
import { groupByCode, useGroupCall } from "./groups.queries.ts";
import { MarkNeeded } from "./MarkNeeded.tsx";

/** Target of invitation links. Their code is in the fragment, so that it appears in no log. */
export function JoinGroupScreen() {
  const { t } = useLingui();
  const code = useLocation().hash.slice(1);
  const { data: group, error, refetch, isFetching } = useQuery(groupByCode(code));
  useTitle(t`Invitation to a group`);
  const isOver = isProblem(error, "link_over") || isProblem(error, "invalid_input");
  return (
    <div className="mx-auto grid w-full max-w-2xl gap-6 px-(--gutter) py-6">
      {!group && <h1 className="sr-only">{t`Invitation to a group`}</h1>}
      {isOver && <LinkOver />}
      {!group && error && !isOver && (
        <ErrorState message={error.message} onRetry={() => void refetch()} retrying={isFetching} />
      )}
      {!group && !error && <SkeletonCards />}
      {group && !isOver && <Invitation group={group} code={code} />}
    </div>
  );
}

function Invitation({ group, code }: { group: Group; code: string }) {
  const { t } = useLingui();
  const isMember = group.role === "member" || group.role === "manager";
  return (
    <>
      <p className="font-semibold text-ink-2">{t`You are invited to join this group.`}</p>
      <GroupFacts group={group} />
      {isMember ? (
        <div className="grid gap-3">
          <Notice tone="ok">{t`You are already a member.`}</Notice>
          <Link to={`/groups/${group.id}`} replace className={buttonClasses("solid", "lg")}>
            {t`View group`}
          </Link>
        </div>
      ) : group.meetsMark ? (
        <AcceptButton group={group} code={code} />
      ) : (
        <MarkNeeded group={group} />
      )}
    </>
  );
}

function AcceptButton({ group: { name }, code }: { group: Group; code: string }) {
  const { t } = useLingui();
  const toast = useToast();
  const navigate = useNavigate();
  const accept = useGroupCall(groups.acceptInvitation);
  const onAccept = () =>
    afterMutation(accept.mutateAsync({ body: { code } }), ({ id }) => {
      toast({ message: t`You joined ${name}.`, type: "success" });
      void navigate(`/groups/${id}`, { replace: true });
    });
  return (
    <div className="grid gap-3">
      <Button size="lg" icon="plus" busy={accept.isPending} onClick={onAccept}>{t`Join`}</Button>
      {accept.error && <Notice tone="bad">{errorText(accept.error, t`Couldn't reach the server. Try again.`)}</Notice>}
    </div>
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
