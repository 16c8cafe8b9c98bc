import { IMPORT_FILE_MAX_BYTES } from "@commonlane/contract/limits";
import {
  type MemberImportMistake,
  type MemberImportReport,
  memberImports,
} from "@commonlane/contract/member-imports";
import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { type FormEvent, useState } from "react";
import { useConsoleAction } from "#shared/console/use-console-action.ts";
import { ErrorNotice } from "#shared/ui/ErrorNotice.tsx";
import { bindText } from "#shared/forms/bind-text.ts";
import { Button } from "#shared/ui/Button.tsx";
import { FileField } from "#shared/ui/fields/FileField.tsx";
import { TextField } from "#shared/ui/fields/TextField.tsx";
import { Notice } from "#shared/ui/Notice.tsx";

/** Checks a file, then imports it. */
export function MemberFileForm() {
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
