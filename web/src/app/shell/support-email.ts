import { communitySettings } from "#shared/community-settings.ts";

interface SupportEmail {
  subject: string;
  sender: string;
  email: string;
  question: string;
}

/**
 * `mailto:` URL of a prefilled e-mail to support. Uses CRLF line breaks, and encodes all input so that it cannot add
 * headers.
 */
export function supportEmailLink({ subject, sender, email, question }: SupportEmail): string {
  const body = [sender, email, "", question, ""].join("\r\n");
  return `mailto:${communitySettings.supportEmail}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(body)}`;
}
