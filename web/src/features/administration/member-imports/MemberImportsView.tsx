import { memberImports, type MemberImportStatus } from "@commonlane/contract/member-imports";
import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { endpointQuery } from "#shared/api/endpoint-query.ts";
import { ModerationSection } from "#shared/console/console-ui.tsx";
import { useConsoleAction } from "#shared/console/use-console-action.ts";
import { formatUserDate } from "#shared/formatting/user-time-zone.ts";
import { Button } from "#shared/ui/Button.tsx";
import { ConsequenceDialog } from "#shared/ui/ConsequenceDialog.tsx";
import { NotLoaded } from "#shared/ui/NotLoaded.tsx";
import { Skeleton } from "#shared/ui/Skeleton.tsx";
import { MemberFileForm } from "./MemberFileForm.tsx";

const statusQuery = endpointQuery(memberImports.status, {}, { staleTime: 0 });

/** Imports people of another platform, invites them, and deletes data that were not taken over. */
export function MemberImportsView() {
  const { t } = useLingui();
  const query = useQuery(statusQuery);
  const status = query.data;
  return (
    <>
      <h2 className="sr-only">{t`Moving here`}</h2>
      <ModerationSection title={t`Moving here`}>
        <p className="text-ink-2">
          {t`People of another platform find their profile, vehicles and recurring rides here when they sign up with the same e-mail address. Until then no member sees them, and after 90 days they are deleted.`}
        </p>
        {!status && <NotLoaded query={query} placeholder={<Skeleton className="h-6 w-3/5" />} />}
        {status && status.waiting + status.closed > 0 && <Waiting status={status} />}
      </ModerationSection>
      <ModerationSection title={t`Import people`}>
        <MemberFileForm />
      </ModerationSection>
    </>
  );
}

function Waiting({ status }: { status: MemberImportStatus }) {
  const { t } = useLingui();
  const [dialog, setDialog] = useState<"invite" | "remove">();
  const { waiting, invited, closed, firstExpiresAt } = status;
  const uninvited = waiting - invited;
  const deletedFrom = firstExpiresAt === null ? "" : formatUserDate(firstExpiresAt);
  const facts = [
    t`${plural(waiting, {
      one: "# person hasn't signed up yet",
      other: "# people haven't signed up yet",
    })}`,
    invited > 0 &&
      t`${plural(invited, {
        one: "# invited",
        other: "# invited",
      })}`,
    closed > 0 &&
      t`${plural(closed, {
        one: "# has decided",
        other: "# have decided",
      })}`,
    firstExpiresAt !== null && t`deleted from ${deletedFrom} on`,
  ].filter(Boolean);
  return (
    <>
      <p className="font-semibold">{facts.join(" · ")}</p>
      {waiting > 0 && (
        <div className="flex flex-wrap gap-2">
          {uninvited > 0 && (
            <Button variant="line" onClick={() => setDialog("invite")}>
              {t`Invite by e-mail`}
            </Button>
          )}
          <Button variant="line" onClick={() => setDialog("remove")}>
            {t`Delete all`}
          </Button>
        </div>
      )}
      {dialog === "invite" && (
        <InviteDialog count={uninvited} onClose={() => setDialog(undefined)} />
      )}
      {dialog === "remove" && <RemoveAllDialog onClose={() => setDialog(undefined)} />}
    </>
  );
}

function InviteDialog({ count, onClose }: { count: number; onClose: () => void }) {
  const { t } = useLingui();
  const invite = useConsoleAction(memberImports.invite);
  return (
    <ConsequenceDialog
      title={t`Invite ${plural(count, {
        one: "# person",
        other: "# people",
      })}?`}
      text={t`Each of them gets one e-mail, with a link that deletes the data. Make sure that you may write to them.`}
      confirmLabel={t`Invite`}
      call={invite}
      onConfirm={() => invite.mutate({}, { onSuccess: onClose })}
      onClose={onClose}
    />
  );
}

function RemoveAllDialog({ onClose }: { onClose: () => void }) {
  const { t } = useLingui();
  const remove = useConsoleAction(memberImports.removeAll);
  return (
    <ConsequenceDialog
      title={t`Delete what nobody has taken over?`}
      text={t`What members took over or published stays.`}
      confirmLabel={t`Delete`}
      call={remove}
      onConfirm={() => remove.mutate({}, { onSuccess: onClose })}
      onClose={onClose}
    />
  );
}
