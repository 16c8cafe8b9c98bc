import { groupAdministration, groupManagement } from "@commonlane/contract/group-management";
import { groups } from "@commonlane/contract/groups";
import type { RegisterRoutes } from "#platform/http/endpoints/endpoint-router.ts";
import {
  appointManager,
  listAllGroups,
  type RecordAction,
  removeAnyGroup,
} from "./administration.ts";
import {
  changeGroup,
  createGroup,
  getGroup,
  listGroups,
  listOwnGroups,
  removeGroup,
} from "./groups.ts";
import {
  acceptInvitation,
  createInvitation,
  getInvitation,
  joinGroup,
  leaveGroup,
  openInvitation,
  removeInvitation,
} from "./joining.ts";
import {
  decideRequest,
  listJoinRequests,
  listMembers,
  removeMember,
  setMemberRole,
} from "./members.ts";

/** What a manager does to a member. */
const decisionOf = (
  params: {
    groupId: string;
    uid: string;
  },
  uid: string,
) => ({
  by: { groupId: params.groupId, uid },
  uid: params.uid,
});
const done = async (change: Promise<void>): Promise<{ success: boolean }> => {
  await change;
  return { success: true };
};

/** Statistics are bound by the module that counts rides. */
export const groupRoutes =
  (record: RecordAction): RegisterRoutes =>
  (http) => {
    http.on(groups.list, (ctx, { query }, { uid }) => listGroups(ctx, uid, query));
    http.on(groups.own, (ctx, _, { uid }) => listOwnGroups(ctx, uid));
    http.on(groups.create, (ctx, { body }, { uid }) => createGroup(ctx, uid, body));
    http.on(groups.one, (ctx, { params }, { uid }) => getGroup(ctx, { ...params, uid }));
    http.on(groups.change, (ctx, { params, body }, { uid }) =>
      changeGroup(ctx, { ...params, uid }, body),
    );
    http.on(groups.remove, (ctx, { params }, { uid }) =>
      done(removeGroup(ctx, { ...params, uid })),
    );
    http.on(groups.join, (ctx, { params, body }, { uid }) =>
      joinGroup(ctx, { ...params, uid }, body.message),
    );
    http.on(groups.leave, (ctx, { params }, { uid }) => done(leaveGroup(ctx, { ...params, uid })));
    http.on(groups.openInvitation, (ctx, { body }, { uid }) => openInvitation(ctx, uid, body.code));
    http.on(groups.acceptInvitation, (ctx, { body }, { uid }) => acceptInvitation(ctx, uid, body));
    http.on(groups.members, (ctx, { params, query }, { uid }) =>
      listMembers(ctx, { ...params, uid }, query),
    );
    http.on(groupManagement.requests, (ctx, { params, query }, { uid }) =>
      listJoinRequests(ctx, { ...params, uid }, query),
    );
    http.on(groupManagement.decide, (ctx, { params, body }, { uid }) =>
      done(decideRequest(ctx, decisionOf(params, uid), body.isAccepted)),
    );
    http.on(groupManagement.setRole, (ctx, { params, body }, { uid }) =>
      done(setMemberRole(ctx, decisionOf(params, uid), body.role)),
    );
    http.on(groupManagement.removeMember, (ctx, { params }, { uid }) =>
      done(removeMember(ctx, decisionOf(params, uid))),
    );
    http.on(groupManagement.invitation, (ctx, { params }, { uid }) =>
      getInvitation(ctx, { ...params, uid }),
    );
    http.on(groupManagement.createInvitation, (ctx, { params }, { uid }) =>
      createInvitation(ctx, { ...params, uid }),
    );
    http.on(groupManagement.removeInvitation, (ctx, { params }, { uid }) =>
      done(removeInvitation(ctx, { ...params, uid })),
    );
    http.on(groupAdministration.list, (ctx, { query }) => listAllGroups(ctx, query));
    http.on(groupAdministration.remove, (ctx, { params }, by) =>
      done(
        removeAnyGroup(
          ctx,
          {
            byUid: by.uid,
            id: params.groupId,
          },
          record,
        ),
      ),
    );
    http.on(groupAdministration.setManager, (ctx, { params, body }, by) =>
      done(
        appointManager(
          ctx,
          {
            byUid: by.uid,
            id: params.groupId,
            uid: body.uid,
          },
          record,
        ),
      ),
    );
  };
