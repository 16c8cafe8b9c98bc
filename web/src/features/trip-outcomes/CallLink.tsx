import { useLingui } from "@lingui/react/macro";
import { usePhoneFormat } from "#shared/forms/use-phone-format.ts";
import { buttonClasses } from "#shared/ui/button-classes.ts";
import { cx } from "#shared/ui/cx.ts";

/** Link that calls a shared phone number. */
export function CallLink({ name, phone }: { name: string; phone: string }) {
  const { t } = useLingui();
  const format = usePhoneFormat(true);
  const formattedPhone = format?.(phone) ?? phone;
  return (
    <a
      href={`tel:${phone}`}
      className={cx(buttonClasses("line", "sm"), "justify-self-start")}
      aria-label={t`Call ${name}, ${formattedPhone}`}
    >
      <span className="num">{formattedPhone}</span>
    </a>
  );
}
