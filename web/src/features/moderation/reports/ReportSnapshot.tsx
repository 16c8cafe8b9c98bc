import { useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { cx } from "#shared/ui/cx.ts";
import { Notice } from "#shared/ui/Notice.tsx";
import { Timestamp } from "#shared/console/console-ui.tsx";
import {
  isFields,
  isInstant,
  type ShownField,
  type SnapshotFields,
  toText,
  useReportedFieldNames,
  useReportedFieldTexts,
} from "./reported-fields.ts";

interface ReportSnapshotProps {
  snapshot: SnapshotFields;
  /** The same today; null if it is gone, undefined if it cannot change. */
  current: SnapshotFields | null | undefined;
  /** Messages that followed the reported one. */
  messagesAfter?: readonly SnapshotFields[];
  reportedUid: string | undefined;
}

/** Reported content as it was at the time: messages as a conversation, everything else as fields, with changes. */
export function ReportSnapshot({
  snapshot,
  current,
  messagesAfter,
  reportedUid,
}: ReportSnapshotProps) {
  const { t } = useLingui();
  const names = useReportedFieldNames();
  const describe = useReportedFieldTexts();
  const messages = Array.isArray(snapshot["messages"]) ? snapshot["messages"].filter(isFields) : [];

  if (messages.length > 0)
    return (
      <ReportedConversation messages={messages} after={messagesAfter} reportedUid={reportedUid} />
    );

  const display = (field: ShownField, value: unknown): ReactNode =>
    isInstant(value) ? <Timestamp at={value} /> : describe(field, value) || t`none`;

  return (
    <>
      {current === null && <Notice tone="info">{t`It's no longer there.`}</Notice>}
      <dl className="grid grid-cols-[2fr_3fr] gap-x-4 gap-y-1 card p-4 text-sm sm:grid-cols-[max-content_1fr] sm:gap-x-6">
        {names.map(({ field, name }) => {
          const before = snapshot[field];
          const now = current?.[field];
          const isChanged = current ? describe(field, before) !== describe(field, now) : false;
          if (describe(field, before) === "" && !isChanged) return null;

          return (
            <Field
              key={field}
              name={name}
              value={display(field, before)}
              now={isChanged ? display(field, now) : undefined}
            />
          );
        })}
      </dl>
    </>
  );
}

function Field({ name, value, now }: { name: string; value: ReactNode; now: ReactNode }) {
  const { t } = useLingui();
  return (
    <div className="contents">
      <dt className="text-ink-2">{name}</dt>
      <dd className="mb-1 wrap-anywhere">
        {value}
        {now !== undefined && (
          <span className="mt-1 block rounded-sm bg-warn-soft px-2 py-1">
            {t`Now:`} {now}
          </span>
        )}
      </dd>
    </div>
  );
}

interface ReportedConversationProps {
  messages: readonly SnapshotFields[];
  /** Messages after the reported one, which is the last of `messages`. */
  after?: readonly SnapshotFields[] | undefined;
  reportedUid: string | undefined;
}

function ReportedConversation({ messages, after, reportedUid }: ReportedConversationProps) {
  const { t } = useLingui();
  const reported = after && messages.at(-1);
  const uid = reportedUid ?? messages.at(-1)?.["sender_id"];
  return (
    <ol className="grid gap-2 card p-4">
      {[...messages, ...(after ?? [])].map((message, n) => {
        const isReportedPerson = message["sender_id"] === uid;
        const sentAt = message["sent_at"];
        return (
          // The messages never change their order.
          <li
            key={n}
            className={cx(
              "rounded-md p-3",
              isReportedPerson ? "bg-bad-soft" : "bg-sunken",
              message === reported && "outline-2 outline-bad",
            )}
          >
            {message === reported && <p className="text-sm font-semibold">{t`Reported message`}</p>}
            <p className="wrap-anywhere">{toText(message["text"] ?? message["place"])}</p>
            <p className="text-sm text-ink-2">
              {isReportedPerson ? t`reported person` : t`other person`}
              {typeof sentAt === "string" && (
                <>
                  {" · "}
                  <Timestamp at={sentAt} />
                </>
              )}
            </p>
          </li>
        );
      })}
    </ol>
  );
}
