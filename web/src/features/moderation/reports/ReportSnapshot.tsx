import { useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { formatAmountInput } from "#shared/formatting/amount-input.ts";
import { cx } from "#shared/ui/cx.ts";
import { Notice } from "#shared/ui/Notice.tsx";
import { Timestamp } from "../ui/moderation-ui.tsx";
import { useValueLabels } from "../ui/moderation-labels.ts";

type SnapshotFields = Readonly<Record<string, unknown>>;

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
  const names = useFieldNames();
  const valueLabel = useValueLabels();
  const messages = Array.isArray(snapshot["messages"]) ? snapshot["messages"].filter(isFields) : [];
  if (messages.length > 0)
    return (
      <ReportedConversation messages={messages} after={messagesAfter} reportedUid={reportedUid} />
    );
  const all = { ...current, ...snapshot };
  // Named fields in their order, then all others.
  const namedFields = Object.keys(names).filter((field) => field in all);
  const otherFields = Object.keys(all).filter(
    (field) => !HIDDEN_FIELDS.has(field) && !(field in names),
  );
  const display = (field: string, value: unknown): ReactNode => {
    if (isInstant(value)) return <Timestamp at={value} />;
    if (ENUM_FIELDS.has(field)) return valueLabel(toText(value));
    return toText(value) || t`none`;
  };
  return (
    <>
      {current === null && <Notice tone="info">{t`It's no longer there.`}</Notice>}
      <dl className="grid grid-cols-[2fr_3fr] gap-x-4 gap-y-1 rounded-lg border border-line bg-surface p-4 text-sm sm:grid-cols-[max-content_1fr] sm:gap-x-6">
        {[...namedFields, ...otherFields].map((field) => {
          const before = snapshot[field];
          const now = current?.[field];
          const isChanged = current ? toText(before) !== toText(now) : false;
          if (toText(before) === "" && !isChanged) return null;
          return (
            <Field
              key={field}
              name={names[field] ?? field}
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

/** Fields with a fixed set of values. */
const ENUM_FIELDS = new Set(["status", "approval", "audience"]);

/** Fields for machines, or shown elsewhere on the page. */
const HIDDEN_FIELDS = new Set(
  (
    "id uid hostId seekerId driverUid host seeker polyline initials rating reliability photo eta seatsLeftByLeg seriesId seriesDay " +
    "driver driverId rideId requestId seatRequestId firstLeg lastLeg detourM detourS endedBy expiresAt confirmBy held agreed " +
    "returnOf returnId routed isPublic matchedRideId offersWaiting timeZone destinationTimeZone distanceM durationS maxTwoInBack maxDetourM maxDetourS createdAt conversationId"
  ).split(" "),
);

/** Labels of the fields, in display order. */
function useFieldNames(): Readonly<Record<string, string>> {
  const { t } = useLingui();
  return {
    displayName: t`Name`,
    bio: t`Bio`,
    origin: t`From`,
    destination: t`To`,
    stops: t`Via`,
    pickup: t`Pickup`,
    dropoff: t`Dropoff`,
    message: t`Message`,
    reason: t`Reason`,
    departsAt: t`Departure`,
    arrivesAt: t`Arrival`,
    departsAfter: t({
      comment: "Order of a list: the ride that leaves first.",
      message: "Earliest",
    }),
    departsBefore: t`Latest`,
    seats: t`Seats`,
    seatsTotal: t`Seats`,
    seatsLeft: t`Seats left`,
    contribution: t`Contribution`,
    maxContribution: t`Max. contribution`,
    vehicle: t`Vehicle`,
    approval: t`Approval`,
    luggage: t`Luggage`,
    preferences: t`Preferences`,
    audience: t`Visible to`,
    note: t`Note`,
    status: t`Status`,
    needs: t`Needs`,
    pickupAt: t`Pickup time`,
    dropoffAt: t`Dropoff time`,
  };
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
    <ol className="grid gap-2 rounded-lg border border-line bg-surface p-4">
      {[...messages, ...(after ?? [])].map((message, n) => {
        const isReportedPerson = message["sender_id"] === uid;
        const { sent_at: sentAt } = message;
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

const isFields = (value: unknown): value is SnapshotFields =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const isInstant = (value: unknown): value is string =>
  typeof value === "string" && /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value);

/** Names of places and people, numbers and texts. Other objects are shown field by field. */
function toText(value: unknown): string {
  if (value === null || value === undefined) return "";
  if (typeof value === "string") return value;
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  if (Array.isArray(value)) return value.map(toText).filter(Boolean).join(", ");
  if (!isFields(value)) return "";
  if (typeof value["label"] === "string") return value["label"];
  const { amountMinor, currency } = value;
  if (typeof amountMinor === "number" && typeof currency === "string")
    return `${formatAmountInput(amountMinor, currency)} ${currency}`;
  const fields = Object.entries(value).filter(
    ([field, fieldValue]) => !HIDDEN_FIELDS.has(field) && toText(fieldValue) !== "",
  );
  return fields.map(([field, fieldValue]) => `${field} ${toText(fieldValue)}`).join(", ");
}
