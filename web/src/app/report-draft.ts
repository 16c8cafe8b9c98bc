import { operator } from "#shared/operator.ts";

interface ReportDraft {
  subject: string;
  who: string;
  email: string;
  ask: string;
}

/** The `mailto:` address of a prefilled letter to support. Lines end as mail wants them, and nothing typed can add headers. */
export function reportDraft({ subject, who, email, ask }: ReportDraft): string {
  const body = [who, email, "", ask, ""].join("\r\n");
  return `mailto:${operator.supportEmail}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(body)}`;
}
