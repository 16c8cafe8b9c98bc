import { reminderMinutes as choices, type ReminderMinutes } from "@commonlane/contract/calendar";
import { useLingui } from "@lingui/react/macro";
import { Notice } from "#shared/ui/Notice.tsx";
import { SelectField } from "#shared/ui/fields/SelectField.tsx";
import { useChangeReminder } from "./calendar.queries.ts";

/** When calendars remind of a ride. */
export function ReminderField({ reminderMinutes }: { reminderMinutes: ReminderMinutes }) {
  const { t } = useLingui();
  const change = useChangeReminder();
  const labels: Record<(typeof choices)[number], string> = {
    15: t`15 minutes before`,
    30: t`30 minutes before`,
    60: t`1 hour before`,
    120: t`2 hours before`,
    1440: t`1 day before`,
  };
  const shown = change.isPending ? change.variables : reminderMinutes;
  return (
    <>
      <SelectField
        label={t`Reminder`}
        value={shown === null ? "" : String(shown)}
        options={[
          { value: "", label: t`No reminder` },
          ...choices.map((minutes) => ({
            value: String(minutes),
            label: labels[minutes],
          })),
        ]}
        onChange={(value) =>
          change.mutate(choices.find((minutes) => String(minutes) === value) ?? null)
        }
      />
      {change.error && <Notice tone="bad">{change.error.message}</Notice>}
    </>
  );
}
