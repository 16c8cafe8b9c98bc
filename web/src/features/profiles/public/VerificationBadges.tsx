import { useLingui } from "@lingui/react/macro";
import { Pill } from "#shared/ui/Pill.tsx";

interface VerificationBadgesProps {
  readonly emailVerified: boolean;
  /** Shown only if true: not every community verifies numbers, and no one needs to. */
  readonly phoneVerified: boolean;
  readonly isNew: boolean;
}

/** Badges for verified facts about a user. */
export function VerificationBadges({
  emailVerified,
  phoneVerified,
  isNew,
}: VerificationBadgesProps) {
  const { t } = useLingui();
  return (
    <ul className="flex flex-wrap gap-2">
      <VerificationBadge
        isVerified={emailVerified}
        verifiedText={t`E-mail verified`}
        unverifiedText={t`E-mail not verified`}
      />
      {phoneVerified && (
        <VerificationBadge isVerified verifiedText={t`Phone verified`} unverifiedText="" />
      )}
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
