import { useLingui } from "@lingui/react/macro";
import { Pill } from "#shared/ui/Pill.tsx";

interface VerificationBadgesProps {
  readonly emailVerified: boolean;
  /** Shown only when true: nothing verifies a phone today, and a mark without a way to change it helps nobody. */
  readonly phoneVerified: boolean;
  readonly isNew: boolean;
}

/** Which facts stand behind a person. */
export function VerificationBadges({ emailVerified, phoneVerified, isNew }: VerificationBadgesProps) {
  const { t } = useLingui();
  return (
    <ul className="flex flex-wrap gap-2">
      <VerificationBadge
        isVerified={emailVerified}
        verifiedText={t`E-mail verified`}
        unverifiedText={t`E-mail not verified`}
      />
      {phoneVerified && <VerificationBadge isVerified verifiedText={t`Phone verified`} unverifiedText="" />}
      {isNew && (
        <li>
          <Pill tone="info" icon="user">
            {t`New member`}
          </Pill>
        </li>
      )}
    </ul>
  );
}

function VerificationBadge({
  isVerified,
  verifiedText,
  unverifiedText,
}: {
  isVerified: boolean;
  verifiedText: string;
  unverifiedText: string;
}) {
  return (
    <li>
      <Pill tone={isVerified ? "ok" : "quiet"} icon={isVerified ? "check-circle" : "info"}>
        {isVerified ? verifiedText : unverifiedText}
      </Pill>
    </li>
  );
}
