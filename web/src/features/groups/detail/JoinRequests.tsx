import { groupManagement, type JoinRequest } from "@commonlane/contract/group-management";
import type { Group } from "@commonlane/contract/groups";
import { useLingui } from "@lingui/react/macro";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useId } from "react";
import { afterMutation } from "#shared/forms/after-mutation.ts";
import { Button } from "#shared/ui/Button.tsx";
import { NotLoaded } from "#shared/ui/NotLoaded.tsx";
import { ErrorNotice } from "#shared/ui/ErrorNotice.tsx";
import { ShowMore } from "#shared/ui/ShowMore.tsx";
import { useToast } from "#shared/ui/toasts/Toasts.tsx";
import { joinRequestsOfGroup, useGroupCall } from "../groups.queries.ts";
import { PersonRow } from "./PersonRow.tsx";
import { formatUserDate } from "#shared/formatting/user-time-zone.ts";

/** Requests to join a group, for its managers. Absent without requests. */
export function JoinRequests({ group }: { group: Group }) {
  const { t } = useLingui();
  const id = useId();
  const query = useInfiniteQuery(joinRequestsOfGroup(group.id));
  const requests = query.data?.pages.flatMap(({ items }) => items);
  if (!requests && query.error) return <NotLoaded query={query} />;
  if (!requests || requests.length === 0) return null;
  return (
    <section aria-labelledby={id} className="grid gap-4">
      <h2 id={id} className="text-lg font-bold">{t`Requests to join`}</h2>
      <ul aria-labelledby={id} className="grid gap-3">
        {requests.map((request) => (
          <li key={request.person.uid}>
            <Request groupId={group.id} request={request} />
          </li>
        ))}
      </ul>
      <ShowMore query={query}>{t`More requests`}</ShowMore>
    </section>
  );
}

function Request({ groupId, request }: { groupId: string; request: JoinRequest }) {
  const { t } = useLingui();
  const toast = useToast();
  const decide = useGroupCall(groupManagement.decide);
  const { person, message, requestedAt } = request;
  const name = person.displayName;
  const answer = (isAccepted: boolean) =>
    afterMutation(
      decide.mutateAsync({
        params: { groupId, uid: person.uid },
        body: { isAccepted },
      }),
      () =>
        toast({
          message: isAccepted
            ? t`${name} is now in the group.`
            : t`You declined ${name}'s request.`,
          type: "success",
        }),
    );
  const isAccepting = decide.variables?.body.isAccepted;
  return (
    <article aria-label={t`Request of ${name}`} className="grid gap-3 card p-4">
      <PersonRow
        person={person}
        role={
          <time dateTime={requestedAt} className="text-sm text-ink-3">
            {formatUserDate(requestedAt)}
          </time>
        }
      />
      {message && (
        <p className="rounded-md bg-sunken p-3 whitespace-pre-line wrap-anywhere">{message}</p>
      )}
      <ErrorNotice error={decide.error} />
      <div className="flex flex-wrap gap-2">
        <Button
          icon="check"
          className="flex-1 px-3!"
          busy={decide.isPending && isAccepting === true}
          disabled={decide.isPending && isAccepting === false}
          onClick={() => answer(true)}
          aria-label={t`Accept ${name}`}
        >
          {t`Accept`}
        </Button>
        <Button
          variant="line"
          className="flex-1 px-3!"
          busy={decide.isPending && isAccepting === false}
          disabled={decide.isPending && isAccepting === true}
          onClick={() => answer(false)}
          aria-label={t`Decline ${name}`}
        >
          {t`Decline`}
        </Button>
      </div>
    </article>
  );
}
