import type { Place } from "@commonlane/contract/shapes";
import type { ColumnType, Generated } from "kysely";
import type { JsonColumn } from "./json-column.ts";
import type { GroupChange } from "@commonlane/contract/groups";

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
    /** Anyone with the link can see it, if the community has public pages. */
    is_public: Generated<boolean>;
    status: ColumnType<"scheduled" | "cancelled", never, "cancelled">;
    revision: Generated<number>;
    created_at: Date;
    changed_at: Date;
  };
}

/** Calendar feeds and the versions of calendar entries. */
export interface CalendarTables {
  calendar_feed: {
    uid: string;
    token_hash: string;
    reminder_min: number | null;
    created_at: Date;
    read_at: Date | null;
  };
  /** A ride or a seat in one user's calendar, as it was last shown. */
  calendar_entry: {
    uid: string;
    entry_id: string;
    sequence: Generated<number>;
    fingerprint: string;
    changed_at: Date;
    ends_at: Date;
  };
}

/** Groups, their members, and who asked to join. */
export interface GroupTables {
  member_group: {
    id: Generated<string>;
    name: string;
    description: string | null;
    joining: GroupChange["joining"];
    /** Without a mark: the community has removed it, and no member meets it. */
    needs_mark: boolean;
    required_mark_id: string | null;
    is_listed: boolean;
    shows_size: boolean;
    member_list: GroupChange["memberList"];
    invitation_hash: string | null;
    invitation_created_at: Date | null;
    created_at: Date;
  };
  group_member: { group_id: string; uid: string; role: "manager" | "member"; joined_at: Date };
  group_join_request: { group_id: string; uid: string; message: string | null; requested_at: Date };
}
