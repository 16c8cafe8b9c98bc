import { FEED_FORMATS, type FeedFormat, feedReceivers } from "@commonlane/contract/feed-receivers";
import { useLingui } from "@lingui/react/macro";
import { type FormEvent, useState } from "react";
import { bindText } from "#shared/forms/bind-text.ts";
import { ErrorNotice } from "#shared/ui/ErrorNotice.tsx";
import { Button } from "#shared/ui/Button.tsx";
import { SelectField } from "#shared/ui/fields/SelectField.tsx";
import { TextField } from "#shared/ui/fields/TextField.tsx";
import { Notice } from "#shared/ui/Notice.tsx";
import { useConsoleAction } from "#shared/console/use-console-action.ts";

/** Adds a receiver and shows its key, this one time. */
export function NewReceiver() {
  const { t } = useLingui();
  const formatNames = useFormatNames();
  const [name, setName] = useState("");
  const [format, setFormat] = useState<FeedFormat>("gtfs");
  const add = useConsoleAction(feedReceivers.add);
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    add.mutate(
      {
        body: {
          name: name.trim(),
          format,
        },
      },
      { onSuccess: () => setName("") },
    );
  };
  return (
    <form onSubmit={onSubmit} className="grid gap-3 sm:grid-cols-2">
      <TextField
        label={t({
          message: "Name",
          context: "of a receiver of rides",
        })}
        placeholder={t`Regional journey planner`}
        required
        maxLength={60}
        {...bindText(name, setName)}
      />
      <SelectField
        label={t`Format`}
        value={format}
        options={FEED_FORMATS.map((value) => ({
          value,
          label: formatNames[value],
        }))}
        onChange={(value) => {
          const chosen = FEED_FORMATS.find((each) => each === value);
          if (chosen) setFormat(chosen);
        }}
      />
      <Button type="submit" variant="line" className="justify-self-start" busy={add.isPending}>
        {t`Add a receiver`}
      </Button>
      {add.data && (
        <Notice tone="ok" className="sm:col-span-2">
          {t`Copy the key now. It won't be shown again. The service sends it in the header X-API-Key:`}{" "}
          <strong translate="no" className="font-mono wrap-anywhere">
            {add.data.key}
          </strong>
        </Notice>
      )}
      <ErrorNotice error={add.error} className="sm:col-span-2" />
    </form>
  );
}

/** Feed formats with what reads them. */
export function useFormatNames(): Readonly<Record<FeedFormat, string>> {
  const { t } = useLingui();
  return {
    amarillo: t`Amarillo, such as MobiData BW`,
    gtfs: t`GTFS, such as MOTIS and Transitous`,
    covoiturage: t`standard-covoiturage, for searches`,
    siri: t`SIRI-ET for OpenTripPlanner`,
  };
}
