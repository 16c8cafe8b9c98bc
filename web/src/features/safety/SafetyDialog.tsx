import { type SafetyDialogRequest, openSafetyDialog } from "#shared/safety/open-safety-dialog.ts";
import { BlockDialog } from "./BlockDialog.tsx";
import { ReportDialog } from "./ReportDialog.tsx";

const close = () => openSafetyDialog(undefined);

/** The requested safety dialog. */
export function SafetyDialog({ request }: { request: SafetyDialogRequest }) {
  return request.action === "block" ? (
    <BlockDialog person={request.person} onClose={close} />
  ) : (
    <ReportDialog request={request} onClose={close} />
  );
}
