import { communitySettings } from "#shared/community-settings.ts";

interface SupportEmail {
  subject: string;
  sender: string;
  email: string;
  question: string;
}

/** The `mailto:` address of a prefilled letter to support. Lines end as mail wants them, and nothing typed can add headers. */
export function supportEmailLink({ subject, sender, email, question }: SupportEmail): string {
  const body = [sender, email, "", question, ""].join("\r\n");
  return `mailto:${communitySettings.supportEmail}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(body)}`;
}
