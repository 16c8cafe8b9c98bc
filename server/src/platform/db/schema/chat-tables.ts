import type { Message } from "@commonlane/contract/chat";
import type { ContactKind } from "@commonlane/contract/contact-details/contact-details";
import type { Place } from "@commonlane/contract/shapes";
import type { ColumnType, Generated } from "kysely";

/** What people write to each other. */
export interface ChatTables {
  conversation: {
    id: Generated<string>;
    kind: "direct" | "ride";
    ride_id: string | null;
    /** The two of a direct one, in the order of their uids, and who began it. */
    first_uid: string | null;
    second_uid: string | null;
    opened_by: string | null;
    /** The ordinal of the newest message; whoever raises it holds the row. */
    last_ordinal: Generated<number>;
    last_at: Date;
  };
  conversation_member: {
    conversation_id: string;
    uid: string;
    delivered_ordinal: Generated<number>;
    read_ordinal: Generated<number>;
    muted: Generated<boolean>;
    /** The newest message when they left. */
    left_ordinal: number | null;
    /** How far they had read when they were last told of unread messages. */
    notified_up_to: Generated<number | null>;
  };
  message: {
    id: Generated<string>;
    conversation_id: string;
    ordinal: number;
    sender_id: string | null;
    client_id: string;
    kind: Message["kind"];
    text: string;
    /** What is shown to who has not agreed on a ride with the sender, where that differs. */
    masked_text: string | null;
    hidden: ContactKind[];
    place: ColumnType<Place | null, string | null, never>;
    note: Message["note"];
    sent_at: Date;
  };
}
