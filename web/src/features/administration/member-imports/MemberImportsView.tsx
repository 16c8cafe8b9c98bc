import { IMPORT_FILE_MAX_BYTES } from "@commonlane/contract/limits";
import {
  type MemberImportMistake,
  type MemberImportReport,
  memberImports,
  type MemberImportStatus,
} from "@commonlane/contract/member-imports";
import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { endpointQuery } from "#shared/api/endpoint-query.ts";
import { ModerationSection } from "#shared/console/console-ui.tsx";
import { useConsoleAction } from "#shared/console/use-console-action.ts";
import { formatUserDate } from "#shared/formatting/user-time-zone.ts";
import { bindText } from "#shared/forms/bind-text.ts";
import { Button } from "#shared/ui/Button.tsx";
import { ConsequenceDialog } from "#shared/ui/ConsequenceDialog.tsx";
import { ErrorNotice } from "#shared/ui/ErrorNotice.tsx";
import { FileField } from "#shared/ui/fields/FileField.tsx";
import { TextField } from "#shared/ui/fields/TextField.tsx";
import { Notice } from "#shared/ui/Notice.tsx";
import { NotLoaded } from "#shared/ui/NotLoaded.tsx";
import { Skeleton } from "#shared/ui/Skeleton.tsx";

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

/** Checks a file, then imports it. */
function MemberFileForm() {
  const { t } = useLingui();
  const [platform, setPlatform] = useState("");
  const [file, setFile] = useState<File>();
  const check = useConsoleAction(memberImports.check);
  const importFile = useConsoleAction(memberImports.import);
  const isTooLarge = file !== undefined && file.size > IMPORT_FILE_MAX_BYTES;
  const report = importFile.data ?? check.data;
  const error = importFile.error ?? check.error;
  const send = async (action: typeof check | typeof importFile) => {
    if (!file || isTooLarge) return;
    importFile.reset();
    const body = new Uint8Array(await file.arrayBuffer());
    action.mutate({
      query: { platform: platform.trim() },
      body,
    });
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    void send(check);
  };
  const forget = () => {
    check.reset();
    importFile.reset();
  };
  return (
    <form onSubmit={onSubmit} className="grid gap-4">
      <p className="text-ink-2">
        {t`A .zip with people.csv, vehicles.csv and series.csv, or people.csv alone. The operator's guide has the columns and an example.`}
      </p>
      <TextField
        label={t`Name of the other platform`}
        required
        maxLength={60}
        {...bindText(platform, setPlatform)}
      />
      <FileField
        label={t`File`}
        accept=".zip,.csv"
        file={file}
        error={isTooLarge ? t`Please choose a file of up to 5 MB.` : undefined}
        onChange={(chosen) => {
          setFile(chosen);
          forget();
        }}
      />
      <Button
        type="submit"
        variant="line"
        className="justify-self-start"
        busy={check.isPending}
      >{t`Check`}</Button>
      {report && <Report report={report} />}
      <ErrorNotice error={error} />
      {report && !report.isImported && report.mistakeCount === 0 && (
        <Button
          className="justify-self-start"
          busy={importFile.isPending}
          onClick={() => void send(importFile)}
        >{t`Import`}</Button>
      )}
    </form>
  );
}

function Report({ report }: { report: MemberImportReport }) {
  const { t } = useLingui();
  const { people, vehicles, series, closed, mistakes, mistakeCount, isImported } = report;
  const counts = [
    t`${plural(people, {
      one: "# person",
      other: "# people",
    })}`,
    t`${plural(vehicles, {
      one: "# vehicle",
      other: "# vehicles",
    })}`,
    t`${plural(series, {
      one: "# recurring ride",
      other: "# recurring rides",
    })}`,
  ].join(" · ");
  if (mistakeCount > 0)
    return (
      <Notice tone="bad">
        <p>{t`${plural(mistakeCount, {
          one: "Nothing is imported: # mistake",
          other: "Nothing is imported: # mistakes",
        })}`}</p>
        <ul className="mt-2 list-disc ps-5">
          {mistakes.map((mistake) => (
            <Mistake
              key={`${mistake.file} ${mistake.line} ${mistake.column} ${mistake.reason}`}
              mistake={mistake}
            />
          ))}
        </ul>
      </Notice>
    );
  return (
    <Notice tone="ok">
      <p>{isImported ? t`Imported: ${counts}` : t`No mistakes: ${counts}`}</p>
      {closed > 0 && (
        <p>
          {t`${plural(closed, {
            one: "# person took over or deleted the data before and is left out.",
            other: "# people took over or deleted their data before and are left out.",
          })}`}
        </p>
      )}
    </Notice>
  );
}

function Mistake({ mistake: { file, line, column, reason } }: { mistake: MemberImportMistake }) {
  const { t } = useLingui();
  const reasons: Record<MemberImportMistake["reason"], string> = {
    missing: t`is missing`,
    invalid: t`can't be used`,
    duplicate: t`is there twice`,
    unknownColumn: t`is no column of this file`,
    unknownPerson: t`is not in people.csv`,
    tooMany: t`is more than a member may have`,
  };
  const name = `${file}.csv`;
  return (
    <li>
      {t`${name}, line ${line}:`} <bdi className="font-semibold">{column ?? t`the row`}</bdi>{" "}
      {reasons[reason]}
    </li>
  );
}
