import { passwordRules } from "@commonlane/contract/password";
import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { cx } from "#shared/ui/cx.ts";
import { Icon } from "#shared/ui/Icon.tsx";
import { bindText } from "../forms/bind-text.ts";
import { PasswordField } from "../ui/fields/PasswordField.tsx";
import { passwordRuleText } from "./password-text.ts";

/** A new password and its repetition. */
export interface PasswordEntry {
  password: string;
  confirmPassword: string;
}

interface PasswordPairProps {
  /** Label of the first field. */
  label: string;
  values: PasswordEntry;
  onChange: (change: Partial<PasswordEntry>) => void;
}

/** The two fields of a new password, with a strength meter. */
export function PasswordPair({ label, values, onChange }: PasswordPairProps) {
  const { t } = useLingui();
  return (
    <>
      <PasswordField
        label={label}
        name="password"
        autoComplete="new-password"
        required
        {...bindText(values.password, (password) => onChange({ password }))}
        hint={<PasswordMeter password={values.password} />}
      />
      <PasswordField
        label={t`Confirm password`}
        name="confirmPassword"
        autoComplete="new-password"
        required
        {...bindText(values.confirmPassword, (confirmPassword) => onChange({ confirmPassword }))}
      />
    </>
  );
}

const strengthLevels: Record<
  StrengthLevel,
  {
    label: MessageDescriptor;
    bar: string;
    text: string;
  }
> = {
  "Very Weak": {
    label: msg`Very Weak`,
    bar: "bg-bad",
    text: "text-bad",
  },
  Weak: {
    label: msg({
      comment: "Strength of a password.",
      message: "Weak",
    }),
    bar: "bg-bad",
    text: "text-bad",
  },
  Fair: {
    label: msg({
      comment: "Strength of a password, between weak and good.",
      message: "Fair",
    }),
    bar: "bg-warn",
    text: "text-warn",
  },
  Good: {
    label: msg`Good`,
    bar: "bg-info",
    text: "text-info",
  },
  Strong: {
    label: msg({
      comment: "Strength of a password.",
      message: "Strong",
    }),
    bar: "bg-ok",
    text: "text-ok",
  },
  "Very Strong": {
    label: msg`Very Strong`,
    bar: "bg-ok",
    text: "text-ok",
  },
};

/** Password strength, and the rules it meets. */
function PasswordMeter({ password }: { password: string }) {
  const { t, i18n } = useLingui();
  const { level, percent } = passwordStrength(password);
  const { label, bar, text } = strengthLevels[level];
  return (
    <div className="grid gap-2 text-ink-2">
      <div className="flex items-center gap-3">
        <span
          role="meter"
          aria-label={t`Password strength`}
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={percent}
          aria-valuetext={i18n._(label)}
          className="h-2 flex-1 overflow-hidden rounded-full bg-line"
        >
          <span
            className={cx("block h-full rounded-full transition-[width] duration-(--d-base)", bar)}
            style={{ width: `${percent}%` }}
          />
        </span>
        <span aria-live="polite" className={cx("min-w-24 text-end font-semibold", text)}>
          <span className="sr-only">{t`Password strength:`} </span>
          {i18n._(label)}
        </span>
      </div>
      <ul className="grid gap-y-1">
        {passwordRules.map((rule) => {
          const fulfilled = rule.isMet(password);
          return (
            <li key={rule.code} className={cx("flex items-center gap-1.5", fulfilled && "text-ok")}>
              <Icon name={fulfilled ? "check-circle" : "minus"} className="size-4" />
              {passwordRuleText(rule.code)}
              {fulfilled && <span className="sr-only"> {t`(done)`}</span>}
            </li>
          );
        })}
      </ul>
    </div>
  );
}

type StrengthLevel = "Very Weak" | "Weak" | "Fair" | "Good" | "Strong" | "Very Strong";

/**
 * Level and length of the meter for the share of password rules met (specification, section 5). That a password is
 * required is the first of five rules, so each of the six levels has a share of its own.
 */
export function passwordStrength(password: string): {
  level: StrengthLevel;
  percent: number;
} {
  if (password === "")
    return {
      level: "Very Weak",
      percent: 0,
    };
  const met = 1 + passwordRules.filter((rule) => rule.isMet(password)).length;
  const share = met / (1 + passwordRules.length);
  const percent = Math.round(100 * share);
  if (share <= 0.25)
    return {
      level: "Weak",
      percent,
    };
  if (share <= 0.5) return { level: "Fair", percent };
  if (share <= 0.75)
    return {
      level: "Good",
      percent,
    };
  return share < 1
    ? { level: "Strong", percent: 90 }
    : {
        level: "Very Strong",
        percent: 100,
      };
}
