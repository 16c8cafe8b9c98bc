import { accountSettings, type OwnSession } from "@commonlane/contract/account-settings";
import { useLingui } from "@lingui/react/macro";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { endpointItems } from "#shared/api/endpoint-query.ts";
import { isProblem } from "#shared/api/api-error.ts";
import { call } from "#shared/api/api-client.ts";
import { formatDevice } from "#shared/formatting/device-name.ts";
import { Button } from "#shared/ui/Button.tsx";
import { Link } from "#shared/ui/Link.tsx";
import { Notice } from "#shared/ui/Notice.tsx";
import { Pill } from "#shared/ui/Pill.tsx";
import { Skeleton } from "#shared/ui/Skeleton.tsx";
import { useReturnFocus } from "#shared/ui/focus/use-return-focus.ts";
import { useAccountToast } from "#shared/ui/toasts/Toasts.tsx";
import { lastUsedText } from "./security-rules.ts";
import { NotLoaded } from "#shared/ui/NotLoaded.tsx";

/** Active sessions of the signed-in user, most recently used first. */
export const ownSessions = endpointItems(accountSettings.sessions, {});

/** Active sessions, with buttons to end them. */
export function Sessions() {
  const { t } = useLingui();
  const sessionsQuery = useQuery(ownSessions);
  const sessions = sessionsQuery.data;
  const { dataUpdatedAt, isRefetching } = sessionsQuery;
  const endSession = useEndSession();
  // The pressed button disappears with its session, so focus returns to the heading.
  const root = useReturnFocus<HTMLDivElement>(endSession.isPending || isRefetching, "h3");
  return (
    <div ref={root} className="grid gap-3">
      <h3 tabIndex={-1} className="font-bold outline-none">{t`Where you're signed in`}</h3>
      {!sessions && <NotLoaded query={sessionsQuery} placeholder={<Skeleton className="h-18" />} />}
      {sessions && (
        <ul className="grid divide-y divide-line card">
          {sessions.map((session) => (
            <SessionRow
              key={session.id}
              session={session}
              now={dataUpdatedAt}
              busy={endSession.isPending && endSession.variables === session.id}
              onEnd={() => !endSession.isPending && endSession.mutate(session.id)}
            />
          ))}
        </ul>
      )}
      {endSession.error && <Notice tone="bad">{endSession.error.message}</Notice>}
      {sessions && sessions.length > 1 && (
        <div className="grid justify-items-start gap-2">
          <Button
            variant="line"
            icon="logout"
            busy={endSession.isPending && endSession.variables === "others"}
            onClick={() => !endSession.isPending && endSession.mutate("others")}
          >
            {t`Sign out everywhere else`}
          </Button>
          <p className="text-sm text-ink-3">
            {t`Your calendar feed ends, too.`}{" "}
            <Link to="/settings/sign-in" className="underline underline-offset-4">
              {t`See what else has access`}
            </Link>
          </p>
        </div>
      )}
    </div>
  );
}

const endOtherSessions = (): Promise<unknown> =>
  call(accountSettings.signOutEverywhere, { body: { keepCurrent: true } });

const endOneSession = (sessionId: string): Promise<unknown> =>
  call(accountSettings.endSession, { params: { sessionId } }).catch((error: unknown) => {
    if (!isProblem(error, "not_found")) throw error;
  });

/** Ends one session or all others. A session that has already ended counts as success. */
function useEndSession() {
  const { t } = useLingui();
  const queries = useQueryClient();
  const toast = useAccountToast();
  return useMutation({
    mutationFn: (sessionIdOrOthers: string) =>
      sessionIdOrOthers === "others" ? endOtherSessions() : endOneSession(sessionIdOrOthers),
    onSuccess: () =>
      toast({
        message: t`Signed out.`,
        type: "success",
      }),
    onSettled: () => queries.invalidateQueries({ queryKey: ownSessions.queryKey }),
  });
}

interface SessionRowProps {
  readonly session: OwnSession;
  /** Current time in milliseconds since the epoch. */
  readonly now: number;
  readonly busy: boolean;
  readonly onEnd: () => void;
}

function SessionRow({ session, now, busy, onEnd }: SessionRowProps) {
  const { t } = useLingui();
  const device = session.device === null ? t`Unknown device` : formatDevice(session.device);
  const lastUsed = lastUsedText(session.lastUsedAt, now);
  return (
    <li className="flex min-h-16 items-center gap-3 p-2 ps-4">
      <div className="min-w-0 flex-1">
        <p className="font-semibold">{device}</p>
        <p className="text-sm text-ink-3">{t`Last used ${lastUsed}`}</p>
      </div>
      {session.current ? (
        <Pill tone="ok" icon="check-circle">
          {t`This device`}
        </Pill>
      ) : (
        <Button variant="ghost" busy={busy} aria-label={t`Sign out ${device}`} onClick={onEnd}>
          {t`Sign out`}
        </Button>
      )}
    </li>
  );
}
