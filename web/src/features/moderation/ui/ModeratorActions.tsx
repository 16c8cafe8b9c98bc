import type { ModeratorAction } from "@commonlane/contract/moderator-actions";
import { moderation } from "@commonlane/contract/moderation";
import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Button } from "#shared/ui/Button.tsx";
import { ErrorNotice } from "#shared/ui/ErrorNotice.tsx";
import { Pill } from "#shared/ui/Pill.tsx";
import { useNow } from "#shared/use-now.ts";
import { pendingActions } from "../moderation.queries.ts";
import { PersonLink, Timestamp } from "#shared/console/console-ui.tsx";
import { useModeratorActionLabels } from "./moderation-labels.ts";
import { formatUserDate } from "#shared/formatting/user-time-zone.ts";
import { useConsoleAction } from "#shared/console/use-console-action.ts";

/** Actions of all moderators that can still be undone, above every page of the console. */
export function PendingActions() {
  const { t } = useLingui();
  const { data = [] } = useQuery(pendingActions);
  const nowMs = useNow();
  const open = data.filter(({ finalAt }) => Date.parse(finalAt) > nowMs);
  if (open.length === 0) return null;
  return (
    <section aria-labelledby="undoable" className="grid gap-2 rounded-lg bg-brand-soft p-3">
      <h2 id="undoable" className="font-bold">{t`Can still be undone`}</h2>
      <ModeratorActionList actions={open} />
    </section>
  );
}

/** What moderators did, with buttons to undo it while that is possible. */
export function ModeratorActionList({ actions }: { actions: readonly ModeratorAction[] }) {
  return (
    <ul className="grid divide-y divide-line overflow-hidden card">
      {actions.map((action) => (
        <li key={action.id}>
          <ModeratorActionRow action={action} />
        </li>
      ))}
    </ul>
  );
}

function ModeratorActionRow({ action }: { action: ModeratorAction }) {
  const { t } = useLingui();
  const labels = useModeratorActionLabels();
  const nowMs = useNow();
  const undo = useConsoleAction(moderation.undo);
  const { id, kind, person, moderator, reason, takenAt, state, finalAt, undoneBy } = action;
  const isPending = state === "pending" && Date.parse(finalAt) > nowMs;
  const until = formatUserDate(finalAt, { timeStyle: "short" });
  const who = moderator ? (moderator.name ?? moderator.email) : t`a former moderator`;
  const undoneByName = undoneBy ? (undoneBy.name ?? undoneBy.email) : t`a former moderator`;
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 p-4">
      <div className="grid min-w-0 flex-[1_1_16rem] gap-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="font-semibold">{labels[kind]}</span>
          {person && <PersonLink person={person} />}
          {state === "undone" && (
            <Pill tone="quiet" icon="undo">
              {t`Undone by ${undoneByName}`}
            </Pill>
          )}
        </p>
        <p className="wrap-anywhere text-ink-2">“{reason}”</p>
        <p className="text-sm text-ink-2">
          {who} · <Timestamp at={takenAt} />
        </p>
      </div>
      {isPending && (
        <div className="flex items-center gap-3">
          <span className="text-sm text-ink-2">{t`until ${until}`}</span>
          <Button
            variant="line"
            icon="undo"
            busy={undo.isPending}
            aria-label={t`Undo: ${labels[kind]}`}
            onClick={() => undo.mutate({ params: { actionId: id } })}
          >
            {t`Undo`}
          </Button>
        </div>
      )}
      <ErrorNotice error={undo.error} />
    </div>
  );
}
