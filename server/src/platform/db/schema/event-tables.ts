import type { Place } from "@commonlane/contract/shapes";
import type { ColumnType, Generated } from "kysely";
import type { JsonColumn } from "./json-column.ts";

/** Events. The table `event` is the outbox. */
export interface EventTables {
  community_event: {
    id: Generated<string>;
    creator_id: string;
    title: string;
    description: string | null;
    place: JsonColumn<Place>;
    starts_at: Date;
    ends_at: Date;
    time_zone: string;
    website: string | null;
    /** Id of a trust mark or group: only its members see the event. */
    members_of: string | null;
    status: ColumnType<"scheduled" | "cancelled", never, "cancelled">;
    revision: Generated<number>;
    created_at: Date;
    changed_at: Date;
  };
}
