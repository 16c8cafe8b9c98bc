import { useLingui } from "@lingui/react/macro";
import { SelectField } from "../ui/fields/SelectField.tsx";

const HOUR_S = 3600;

const seconds = {
  halfDay: 12 * HOUR_S,
  day: 24 * HOUR_S,
  threeDays: 72 * HOUR_S,
  week: 168 * HOUR_S,
} as const;

interface ResponseDeadlineFieldProps {
  readonly value: ResponseDeadline;
  readonly onChange: (deadline: ResponseDeadline) => void;
}

/** Time that the other side has to answer. */
export function ResponseDeadlineField({ value, onChange }: ResponseDeadlineFieldProps) {
  const { t } = useLingui();
  return (
    <SelectField
      label={t`Time to answer`}
      hint={t`Expires before departure. You can withdraw any time until then.`}
      value={value}
      options={[
        {
          value: "usual",
          label: t({
            comment: "The usual time that the app suggests for answering.",
            message: "Standard",
          }),
        },
        { value: "halfDay", label: t`12 hours` },
        { value: "day", label: t`1 day` },
        { value: "threeDays", label: t`3 days` },
        { value: "week", label: t`1 week` },
      ]}
      onChange={onChange}
    />
  );
}

/** Time to answer; "usual" is the community's default. */
export type ResponseDeadline = "usual" | keyof typeof seconds;

/** Converts the choice to call input. */
export function toExpiresIn(deadline: ResponseDeadline): { expiresInS?: number } {
  return deadline === "usual" ? {} : { expiresInS: seconds[deadline] };
}
