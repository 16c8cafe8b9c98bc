import type { SeatRequest } from "@commonlane/contract/seat-requests";
import { useLingui } from "@lingui/react/macro";
import { afterMutation } from "#shared/forms/after-mutation.ts";
import { Button } from "#shared/ui/Button.tsx";
import { Notice } from "#shared/ui/Notice.tsx";
import { useToast } from "#shared/ui/toasts/Toasts.tsx";
import { UndoBar } from "#shared/ui/UndoBar.tsx";
import { useAcceptRequest, useRejectRequest } from "../seat-requests.queries.ts";
import { useUndoable } from "#shared/forms/use-undoable.ts";

/** Accepts a pending request at once, or declines it with a moment to undo. */
export function AnswerButtons({
  request,
  onAnswered,
}: {
  request: SeatRequest;
  onAnswered?: (() => void) | undefined;
}) {
  const { t } = useLingui();
  const toast = useToast();
  const accept = useAcceptRequest();
  const decline = useUndoableDecline(request);
  const name = request.seeker.displayName;
  if (decline.waiting) {
    return <UndoBar text={t`Declining…`} onUndo={decline.undo} />;
  }
  const onAccept = () =>
    afterMutation(accept.mutateAsync(request), () => {
      toast({
        message: t`${name} has a seat on your ride.`,
        type: "success",
      });
      onAnswered?.();
    });
  return (
    <div className="grid gap-2">
      {accept.error && <Notice tone="bad">{accept.error.message}</Notice>}
      {decline.error && <Notice tone="bad">{decline.error.message}</Notice>}
      <div className="flex flex-wrap gap-2">
        <Button
          icon="check"
          className="flex-1 px-3!"
          busy={accept.isPending}
          onClick={onAccept}
          aria-label={t`Accept ${name}`}
        >
          {t`Accept`}
        </Button>
        <Button
          variant="line"
          className="flex-1 px-3!"
          onClick={decline.start}
          aria-label={t`Decline ${name}`}
        >
          {t`Decline`}
        </Button>
      </div>
    </div>
  );
}

/** Declines a request after a delay during which it can be undone; leaving the page declines right away. */
function useUndoableDecline({ id, rideId }: SeatRequest) {
  const { mutateAsync, error } = useRejectRequest();
  return {
    ...useUndoable(() =>
      mutateAsync({
        rideId,
        id,
      }),
    ),
    error,
  };
}
