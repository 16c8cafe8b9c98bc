import type { ReactNode } from "react";
import { Icon } from "../ui/Icon.tsx";
import { buttonLook, type ButtonVariant } from "../ui/button-look.ts";
import { type ChatWanted, wantChat } from "./chat-door.ts";

interface MessageButtonProps {
  to: ChatWanted;
  variant?: ButtonVariant;
  className?: string;
  children: ReactNode;
}

/** Opens the chats at a conversation. */
export function MessageButton({ to, variant = "line", className = "", children }: MessageButtonProps) {
  return (
    <button type="button" className={`${buttonLook(variant, "sm")} ${className}`} onClick={() => wantChat(to)}>
      <Icon name="chat" />
      {children}
    </button>
  );
}
