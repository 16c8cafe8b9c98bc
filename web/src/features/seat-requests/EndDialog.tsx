import type { SeatRequest } from "@commonlane/contract/seat-requests";
import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { Button } from "#shared/ui/Button.tsx";
import { Dialog } from "#shared/ui/Dialog.tsx";
import { Notice } from "#shared/ui/Notice.tsx";
import { TextAreaField } from "#shared/ui/TextField.tsx";
import { useToast } from "#shared/ui/Toasts.tsx";
import { isUnconfirmed } from "./request-status.ts";
import { useEnd } from "./seat-requests.queries.ts";

interface EndDialogProps {
  readonly request: SeatRequest;
  readonly open: boolean;
  readonly onClose: () => void;
  readonly by: "seeker" | "host";
}

/** Asks once more before a request is withdrawn or a booking cancelled, and for a word to the other person. */
export function EndDialog({ request, open, onClose, by }: EndDialogProps) {
  const { t } = useLingui();
  const toast = useToast();
  const end = useEnd();
  const [reason, setReason] = useState("");
  const pending = request.status === "pending";
  const givesBack = isUnconfirmed(request) && by === "seeker";
  const asked = givesBack ? t`Give your seat back?` : t`Cancel this booking?`;
  const title = pending ? t`Withdraw your request?` : asked;
  const onEnd = () =>
    end.mutate(
      { id: request.id, reason: reason.trim() },
      {
        onSuccess: () => {
          const ended = givesBack ? t`Your seat is free again.` : t`The booking was cancelled.`;
          toast({ message: pending ? t`Your request was withdrawn.` : ended, type: "success" });
          onClose();
        },
      },
    );
  const told =
    by === "host"
      ? t`Your passenger is told at once, and the seats are free again.`
      : t`The host is told at once, and the seats are free again.`;
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={title}
      footer={
        <>
          <Button variant="line" onClick={onClose}>
            {t`Keep it`}
          </Button>
          <Button variant="danger" onClick={onEnd} busy={end.isPending}>
            {pending ? t`Withdraw` : givesBack ? t`Give it back` : t`Cancel booking`}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <p className="text-ink-2">{pending || givesBack ? t`The host is told. It never counts against you.` : told}</p>
        {!pending && (
          <TextAreaField
            label={t`Reason`}
            optional={t`optional`}
            maxLength={300}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
          />
        )}
        {end.error && <Notice tone="bad">{end.error.message}</Notice>}
      </div>
    </Dialog>
  );
}
