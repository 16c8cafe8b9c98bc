import { type SafetyWanted, wantSafety } from "#shared/safety/safety-door.ts";
import { BlockDialog } from "./BlockDialog.tsx";
import { ReportDialog } from "./ReportDialog.tsx";

const close = () => wantSafety(undefined);

/** The dialog that was asked for. */
export function SafetyDialog({ wanted }: { wanted: SafetyWanted }) {
  return wanted.deed === "block" ? (
    <BlockDialog person={wanted.person} onClose={close} />
  ) : (
    <ReportDialog wanted={wanted} onClose={close} />
  );
}
