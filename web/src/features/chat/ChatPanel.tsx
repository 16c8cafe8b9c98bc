import { useLingui } from "@lingui/react/macro";
import { EmptyState } from "#shared/ui/EmptyState.tsx";

/** The chats, inside the drawer that the navigation bar opens. */
export function ChatPanel() {
  const { t } = useLingui();
  return (
    <EmptyState title={t`No chats in this version`}>
      {t`Writing to each other comes with the next version. Until then, put what matters into the message of your seat request.`}
    </EmptyState>
  );
}
