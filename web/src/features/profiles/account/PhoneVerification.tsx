import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { listFormat, namesIn } from "#shared/formatting/formatters.ts";
import { Button } from "#shared/ui/Button.tsx";
import { Pill } from "#shared/ui/Pill.tsx";
import { phoneVerificationState } from "./VerifyPhoneDialog.tsx";

interface PhoneVerificationProps {
  /** The saved number. */
  readonly phone: string;
  readonly isVerified: boolean;
  /** Whether the field shows the saved number. */
  readonly isSaved: boolean;
  readonly onVerify: () => void;
}

/** Below the field of the number: that it is verified, or how to verify it. Absent where numbers are not verified. */
export function PhoneVerification({
  phone,
  isVerified,
  isSaved,
  onVerify,
}: PhoneVerificationProps) {
  const { t } = useLingui();
  const state = useQuery({
    ...phoneVerificationState(phone),
    enabled: !isVerified,
  }).data;
  const countries = useCountryNames(state?.countries ?? []);
  if (isVerified && isSaved)
    return (
      <p>
        <Pill tone="ok" icon="check-circle">{t`Phone verified`}</Pill>
      </p>
    );
  if (isVerified)
    return <p className="text-sm text-ink-3">{t`A new number is no longer verified.`}</p>;
  if (!state?.isOn) return null;
  if (!isSaved) return <p className="text-sm text-ink-3">{t`Save this number to verify it.`}</p>;
  if (!state.canReceive)
    return (
      <p className="text-sm text-ink-3">{t`Only mobile numbers of these countries can be verified: ${countries}`}</p>
    );
  return (
    <Button variant="line" size="sm" icon="phone" className="justify-self-start" onClick={onVerify}>
      {t`Verify by text message`}
    </Button>
  );
}

function useCountryNames(codes: readonly string[]): string {
  const { i18n } = useLingui();
  const names = namesIn(i18n.locale, { type: "region" });
  return listFormat({}).format(codes.map((code) => names.of(code) ?? code));
}
