import type { ReactNode } from "react";
import { Icon } from "../ui/Icon.tsx";
import { buttonClasses, type ButtonVariant } from "../ui/button-classes.ts";
import { type ChatTarget, openChat } from "./open-chat.ts";

interface MessageButtonProps {
  to: ChatTarget;
  variant?: ButtonVariant;
  className?: string;
  children: ReactNode;
}

/** Opens a conversation in the chats. */
export function MessageButton({
  to,
  variant = "line",
  className = "",
  children,
}: MessageButtonProps) {
  return (
    <button
      type="button"
      className={`${buttonClasses(variant, "sm")} ${className}`}
      onClick={() => openChat(to)}
    >
      <Icon name="chat" />
      {children}
    </button>
  );
}
