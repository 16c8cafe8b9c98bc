import type { Message } from "@commonlane/contract/chat";
import type { ContactKind } from "@commonlane/contract/contact-details/contact-details";
import type { Place } from "@commonlane/contract/shapes";
import type { ColumnType, Generated } from "kysely";

/** Conversations and messages. */
export interface ChatTables {
  conversation: {
    id: Generated<string>;
    kind: "direct" | "ride";
    ride_id: string | null;
    /** Members of a direct conversation, ordered by uid, and the one who opened it. */
    first_uid: string | null;
    second_uid: string | null;
    opened_by: string | null;
    /** Ordinal of the newest message; incrementing it locks the row. */
    last_ordinal: Generated<number>;
    last_at: Date;
  };
  conversation_member: {
    conversation_id: string;
    uid: string;
    delivered_ordinal: Generated<number>;
    read_ordinal: Generated<number>;
    muted: Generated<boolean>;
    /** The newest message when the member left. */
    left_ordinal: number | null;
    /** Newest message covered by the last notification about unread messages. */
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
    /** The text for readers without a confirmed seat with the sender, if contact details are masked. */
    masked_text: string | null;
    hidden: ContactKind[];
    place: ColumnType<Place | null, string | null, never>;
    note: Message["note"];
    sent_at: Date;
  };
}
