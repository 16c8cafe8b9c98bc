import { useLingui } from "@lingui/react/macro";
import { SelectField } from "#shared/ui/SelectField.tsx";

const TERMS = ["3", "7", "30", "365", ""] as const;
export type Term = (typeof TERMS)[number];

/** How many days that is; nothing where only a moderator ends it. */
export const daysOf = (term: Term): number | null => (term === "" ? null : Number(term));

interface TermFieldProps {
  value: Term;
  onChange: (value: Term) => void;
  /** What lasts until a moderator ends it is called. */
  endless: string;
}

/** For how long something is done. */
export function TermField({ value, onChange, endless }: TermFieldProps) {
  const { t } = useLingui();
  const words: Record<Term, string> = {
    3: t`3 days`,
    7: t`7 days`,
    30: t`30 days`,
    365: t`a year`,
    "": endless,
  };
  return (
    <SelectField
      label={t`For how long`}
      value={value}
      options={TERMS.map((value) => ({ value, label: words[value] }))}
      onChange={onChange}
    />
  );
}
