import { useLingui } from "@lingui/react/macro";
import { Dialog } from "#shared/ui/Dialog.tsx";
import { EmptyState } from "#shared/ui/EmptyState.tsx";

/** The chats, at the side of the window. */
export function ChatPanel({ onClose }: { onClose: () => void }) {
  const { t } = useLingui();
  return (
    <Dialog open onClose={onClose} title={t`Chats`} placement="drawer">
      <EmptyState title={t`No chats in this version`}>
        {t`Writing to each other comes with the next version. Until then, put what matters into the message of your seat request.`}
      </EmptyState>
    </Dialog>
  );
}
