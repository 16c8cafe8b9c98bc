import { markModeration } from "@commonlane/contract/mark-administration";
import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Button } from "#shared/ui/Button.tsx";
import { ErrorNotice } from "#shared/ui/ErrorNotice.tsx";
import { Pill } from "#shared/ui/Pill.tsx";
import { ModerationSection } from "#shared/console/console-ui.tsx";
import { useConsoleAction } from "#shared/console/use-console-action.ts";
import { marksOfPerson } from "../moderation.queries.ts";

/** Trust marks of a member, with those that moderators can grant and withdraw. Absent where there is neither. */
export function PersonMarks({ uid }: { uid: string }) {
  const { t } = useLingui();
  const { data } = useQuery(marksOfPerson(uid));
  const grant = useConsoleAction(markModeration.grant);
  const withdraw = useConsoleAction(markModeration.withdraw);
  if (!data || data.items.length + data.grantable.length === 0) return null;
  const error = grant.error ?? withdraw.error;
  const isGranted = (id: string) =>
    data.items.some(
      (mark) =>
        mark.id === id && mark.isHeld && mark.reasons.some(({ source }) => source === "team"),
    );
  const decide = ({ id, granted }: { id: string; granted: boolean }) => {
    grant.reset();
    withdraw.reset();
    (granted ? withdraw : grant).mutate({
      params: { uid },
      body: { markId: id },
    });
  };
  return (
    <ModerationSection title={t`Trust marks`}>
      <ul className="flex flex-wrap gap-2">
        {data.items.map((mark) => (
          <li key={mark.id}>
            <Pill tone={mark.isHeld ? "ok" : "quiet"} icon={markIcon(mark)}>
              {mark.name}
            </Pill>
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        {data.grantable.map(({ id, name }) => {
          const granted = isGranted(id);
          return (
            <Button
              key={id}
              variant="line"
              size="sm"
              busy={grant.isPending || withdraw.isPending}
              onClick={() => decide({ id, granted })}
            >
              {granted ? t`Withdraw ${name}` : t`Grant ${name}`}
            </Button>
          );
        })}
      </div>
      <ErrorNotice error={error} />
    </ModerationSection>
  );
}

function markIcon({ isHeld, isHidden }: { readonly isHeld: boolean; readonly isHidden: boolean }) {
  if (!isHeld) return "clock";
  return isHidden ? "eye-off" : "check-circle";
}
