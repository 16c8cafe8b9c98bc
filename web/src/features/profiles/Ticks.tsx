import { useLingui } from "@lingui/react/macro";
import { Pill } from "#shared/ui/Pill.tsx";

interface TicksProps {
  readonly emailVerified: boolean;
  /** Shown only when true: nothing verifies a phone today, and a mark without a way to change it helps nobody. */
  readonly phoneVerified: boolean;
  readonly isNew: boolean;
}

/** Which facts stand behind a person. */
export function Ticks({ emailVerified, phoneVerified, isNew }: TicksProps) {
  const { t } = useLingui();
  return (
    <ul className="flex flex-wrap gap-2">
      <Tick done={emailVerified} yes={t`E-mail verified`} no={t`E-mail not verified`} />
      {phoneVerified && <Tick done yes={t`Phone verified`} no="" />}
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

function Tick({ done, yes, no }: { done: boolean; yes: string; no: string }) {
  return (
    <li>
      <Pill tone={done ? "ok" : "quiet"} icon={done ? "check-circle" : "info"}>
        {done ? yes : no}
      </Pill>
    </li>
  );
}
