import type { Language } from "@commonlane/contract/languages";
import type { Message, MessageValues } from "@commonlane/contract/message";
import { translate } from "../i18n/translate.ts";
import type { Email } from "./mailer.ts";

/** An address, and the language of its reader. */
export interface Recipient {
  readonly to: string;
  readonly language: Language;
}

interface EmailMessages<Subject extends string, Text extends string> {
  readonly subject: Message<Subject>;
  readonly paragraphs: readonly Message<Text>[];
  readonly values: MessageValues<Subject | Text>;
  readonly code?: string;
  readonly action?: {
    readonly label: Message;
    readonly url: string;
  };
}

/** An e-mail in the language of its recipient. */
export function composeEmail<Subject extends string, Text extends string>(
  { to, language }: Recipient,
  { subject, paragraphs, values, code, action }: EmailMessages<Subject, Text>,
): Email {
  const t = (message: Message): string => translate(language, message, { ...values });
  return {
    to,
    language,
    subject: t(subject),
    paragraphs: paragraphs.map(t),
    ...(code !== undefined && { code }),
    ...(action && {
      action: {
        label: t(action.label),
        url: action.url,
      },
    }),
  };
}
