import { useLingui } from "@lingui/react/macro";
import { SelectField } from "../ui/SelectField.tsx";
import type { Patience } from "./patience.ts";

interface AnswerWithinProps {
  readonly value: Patience;
  readonly onChange: (patience: Patience) => void;
}

/** How long whoever is asked may take to answer. */
export function AnswerWithin({ value, onChange }: AnswerWithinProps) {
  const { t } = useLingui();
  return (
    <SelectField
      label={t`Time to answer`}
      hint={t`In any case until shortly before the departure. Until then you can take it back.`}
      value={value}
      options={[
        { value: "usual", label: t`Some hours, as usual` },
        { value: "halfDay", label: t`12 hours` },
        { value: "day", label: t`1 day` },
        { value: "threeDays", label: t`3 days` },
        { value: "week", label: t`1 week` },
      ]}
      onChange={onChange}
    />
  );
}
