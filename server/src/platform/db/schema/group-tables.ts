import type { GroupChange } from "@commonlane/contract/groups";
import type { Generated } from "kysely";

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
