import { useLingui } from "@lingui/react/macro";
import { When } from "./parts.tsx";

type Kept = Readonly<Record<string, unknown>>;

/** What was reported as it looked then: messages as a talk, everything else by its fields. */
export function Snapshot({ snapshot }: { snapshot: Kept }) {
  const messages = Array.isArray(snapshot["messages"]) ? snapshot["messages"].filter(isKept) : [];
  if (messages.length > 0) return <Talk messages={messages} />;
  return (
    <dl className="grid gap-x-6 gap-y-1 rounded-lg border border-line bg-surface p-4 text-sm sm:grid-cols-[max-content_1fr]">
      {Object.entries(snapshot).map(([name, value]) => {
        const said = textOf(value);
        return said === "" ? null : (
          <div key={name} className="contents">
            <dt className="text-ink-2">{name}</dt>
            <dd className="mb-1 wrap-anywhere">{said}</dd>
          </div>
        );
      })}
    </dl>
  );
}

function Talk({ messages }: { messages: readonly Kept[] }) {
  const { t } = useLingui();
  const reported = messages.at(-1);
  return (
    <ol className="grid gap-2 rounded-lg border border-line bg-surface p-4">
      {messages.map((message, n) => {
        const theirs = message["sender_id"] === reported?.["sender_id"];
        const { sent_at: sentAt } = message;
        return (
          // Messages that were kept never move.
          <li key={n} className={theirs ? "rounded-md bg-bad-soft p-3" : "rounded-md bg-sunken p-3"}>
            <p className="wrap-anywhere">{textOf(message["text"] ?? message["place"])}</p>
            <p className="text-sm text-ink-2">
              {theirs ? t`the reported person` : t`the other side`}
              {typeof sentAt === "string" && (
                <>
                  {" · "}
                  <When at={sentAt} />
                </>
              )}
            </p>
          </li>
        );
      })}
    </ol>
  );
}

const isKept = (value: unknown): value is Kept => typeof value === "object" && value !== null && !Array.isArray(value);

/** Names of places, numbers and texts; what is made of more than that by its own fields. */
function textOf(value: unknown): string {
  if (value === null || value === undefined) return "";
  if (typeof value === "string") return value;
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  if (Array.isArray(value)) return value.map(textOf).filter(Boolean).join(", ");
  if (isKept(value)) return typeof value["label"] === "string" ? value["label"] : JSON.stringify(value);
  return "";
}
