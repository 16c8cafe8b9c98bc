import {
  meetingPointSources,
  type NewMeetingPointSource,
} from "@commonlane/contract/meeting-point-sources";
import { IMPORT_FILE_MAX_BYTES } from "@commonlane/contract/limits";
import { readNumber } from "@commonlane/contract/plain-numbers";
import { useLingui } from "@lingui/react/macro";
import { type FormEvent, useState } from "react";
import { isProblem } from "#shared/api/api-error.ts";
import { communitySettings } from "#shared/community-settings.ts";
import { bindText } from "#shared/forms/bind-text.ts";
import { ErrorNotice } from "#shared/ui/ErrorNotice.tsx";
import { Button } from "#shared/ui/Button.tsx";
import { FileField } from "#shared/ui/fields/FileField.tsx";
import { NumberField } from "#shared/ui/fields/NumberField.tsx";
import { SegmentedChoice } from "#shared/ui/fields/SegmentedChoice.tsx";
import { TextField } from "#shared/ui/fields/TextField.tsx";
import { useConsoleAction } from "#shared/console/use-console-action.ts";
import { ImportReport } from "./ImportReport.tsx";

const EXAMPLE = {
  name: "BNLC",
  attribution: "transport.data.gouv.fr",
  licence: "Licence Ouverte 2.0",
};

interface Draft {
  readonly name: string;
  readonly attribution: string;
  readonly licence: string;
  readonly withinKm: string;
  readonly way: "file" | "url";
  readonly url: string;
  readonly file?: File | undefined;
}
const EMPTY: Draft = {
  name: "",
  attribution: "",
  licence: "",
  withinKm: "",
  way: "file",
  url: "",
};

/** Sends the file, or the address from which the server loads it. */
function useImport() {
  const fromFile = useConsoleAction(meetingPointSources.importFile);
  const fromUrl = useConsoleAction(meetingPointSources.importUrl);
  return {
    isPending: fromFile.isPending || fromUrl.isPending,
    report: fromFile.data ?? fromUrl.data,
    error: fromFile.error ?? fromUrl.error,
    start: async (source: NewMeetingPointSource, from: File | string, onSuccess: () => void) => {
      fromFile.reset();
      fromUrl.reset();
      if (typeof from === "string")
        return fromUrl.mutate(
          {
            body: {
              ...source,
              url: from,
            },
          },
          { onSuccess },
        );
      const body = new Uint8Array(await from.arrayBuffer());
      const { name, attribution, licence, withinKm } = source;
      const query = {
        name,
        attribution,
        licence,
        withinKm: withinKm ?? undefined,
      };
      return fromFile.mutate(
        {
          query,
          body,
        },
        { onSuccess },
      );
    },
  };
}

/** Imports a file of open data, in place of the source with the same name. */
export function NewSourceForm() {
  const { t } = useLingui();
  const [draft, setDraft] = useState(EMPTY);
  const { isPending, report, error, start } = useImport();
  const fields = isProblem(error, "invalid_input") ? error.fields : {};
  const onChange = (part: Partial<Draft>) =>
    setDraft({
      ...draft,
      ...part,
    });
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    const from = draft.way === "file" ? draft.file : draft.url.trim();
    if (from === undefined || isTooLarge(draft.file) || !isDistance(draft.withinKm)) return;
    void start(toSource(draft), from, () => setDraft(EMPTY));
  };
  return (
    <form onSubmit={onSubmit} className="grid gap-4 sm:grid-cols-2">
      <p className="text-ink-2 sm:col-span-2">
        {t`A CSV of the French national base of carpool places (BNLC), or the stops of public transport: stops.txt of a GTFS feed, alone or in its .zip. The same name replaces what was imported before.`}
      </p>
      <SourceLabels draft={draft} fields={fields} onChange={onChange} />
      <SourceFile draft={draft} fields={fields} onChange={onChange} />
      <Button type="submit" className="justify-self-start" busy={isPending}>{t`Import`}</Button>
      {report && (
        <div className="sm:col-span-2">
          <ImportReport report={report} />
        </div>
      )}
      <ErrorNotice error={error} className="sm:col-span-2" />
    </form>
  );
}

interface PartProps {
  readonly draft: Draft;
  readonly fields: Readonly<Record<string, string | undefined>>;
  readonly onChange: (part: Partial<Draft>) => void;
}

function SourceLabels({ draft, fields, onChange }: PartProps) {
  const { t } = useLingui();
  return (
    <>
      <TextField
        label={t({
          message: "Name",
          context: "of open data",
        })}
        placeholder={EXAMPLE.name}
        required
        maxLength={60}
        error={fields["name"]}
        {...bindText(draft.name, (name) => onChange({ name }))}
      />
      <TextField
        label={t({
          message: "By",
          comment: "Whom open data is from.",
        })}
        placeholder={EXAMPLE.attribution}
        required
        maxLength={100}
        error={fields["attribution"]}
        {...bindText(draft.attribution, (attribution) => onChange({ attribution }))}
      />
      <TextField
        label={t`Licence`}
        placeholder={EXAMPLE.licence}
        required
        maxLength={60}
        error={fields["licence"]}
        {...bindText(draft.licence, (licence) => onChange({ licence }))}
      />
      {communitySettings.region && (
        <NumberField
          label={t`Only within … km of the community`}
          optional={t`optional`}
          maxLength={4}
          error={isDistance(draft.withinKm) ? fields["withinKm"] : t`Please enter a whole number.`}
          value={draft.withinKm}
          onChange={(withinKm) => onChange({ withinKm })}
        />
      )}
    </>
  );
}

/** A file of this device, or an address. */
function SourceFile({ draft, fields, onChange }: PartProps) {
  const { t } = useLingui();
  return (
    <>
      <SegmentedChoice
        className="sm:col-span-2"
        label={t`Where it comes from`}
        value={draft.way}
        options={[
          { value: "file", label: t`File` },
          { value: "url", label: t`Address` },
        ]}
        onChange={(way) => onChange({ way })}
      />
      {draft.way === "file" ? (
        <FileField
          className="sm:col-span-2"
          label={t`File`}
          accept=".csv,.txt,.zip"
          file={draft.file}
          error={isTooLarge(draft.file) ? t`Please choose a file of up to 5 MB.` : undefined}
          onChange={(file) => onChange({ file })}
        />
      ) : (
        <TextField
          className="sm:col-span-2"
          label={t`Address`}
          type="url"
          placeholder="https://"
          required
          maxLength={500}
          error={fields["url"]}
          {...bindText(draft.url, (url) => onChange({ url }))}
        />
      )}
    </>
  );
}

const isTooLarge = (file: File | undefined): boolean =>
  file !== undefined && file.size > IMPORT_FILE_MAX_BYTES;

/** Empty for all places. */
const isDistance = (text: string): boolean =>
  text.trim() === "" || /^[1-9]\d{0,3}$/.test(text.trim());

function toSource({ name, attribution, licence, withinKm }: Draft): NewMeetingPointSource {
  return {
    name: name.trim(),
    attribution: attribution.trim(),
    licence: licence.trim(),
    withinKm: withinKm.trim() === "" ? null : readNumber(withinKm),
  };
}
