import { markAdministration, markModeration } from "@commonlane/contract/mark-administration";
import { trustMarks } from "@commonlane/contract/trust-marks";
import type { RegisterRoutes } from "#platform/http/endpoints/endpoint-router.ts";
import { findPublicMarks } from "./definitions.store.ts";
import { addMark, changeMark, listMarks, type RecordAction, removeMark } from "./definitions.ts";
import { hideOwnMark, listOwnMarks } from "./own-marks.ts";
import { grantByTeam, listMarksOfPerson, withdrawByTeam } from "./team-grants.ts";

export { findMarksInClaims } from "./claim-rules.ts";
export {
  applyClaims,
  applyVerifiedEmail,
  removeProviderFromMarks,
  withdrawInstitutionMarks,
} from "./grants.ts";
export { hasMarksByEmail, lockMarkGrants } from "./grants.store.ts";
export { heldMarkIds, type ShownMarks, shownMarks } from "./definitions.store.ts";
export { trustMarkSweeps } from "./sweeps.ts";

/** The renewal of the caller's address is bound by the accounts, which own its codes. */
export const trustMarkRoutes =
  (record: RecordAction): RegisterRoutes =>
  (http) => {
    http.on(trustMarks.list, async (ctx) => ({ items: await findPublicMarks(ctx) }));
    http.on(trustMarks.own, (ctx, _, { uid }) => listOwnMarks(ctx, uid));
    http.on(trustMarks.setHidden, async (ctx, { params, body }, { uid }) => {
      await hideOwnMark(ctx, uid, params.markId, body.isHidden);
      return { success: true };
    });
    http.on(markAdministration.list, (ctx) => listMarks(ctx));
    http.on(markAdministration.add, (ctx, { body }, by) => addMark(ctx, by.uid, body, record));
    http.on(markAdministration.change, (ctx, { params, body }, by) =>
      changeMark(
        ctx,
        {
          byUid: by.uid,
          id: params.markId,
          change: body,
        },
        record,
      ),
    );
    http.on(markAdministration.remove, async (ctx, { params }, by) => {
      await removeMark(
        ctx,
        {
          byUid: by.uid,
          id: params.markId,
        },
        record,
      );
      return { success: true };
    });
    http.on(markModeration.ofPerson, (ctx, { params }) => listMarksOfPerson(ctx, params.uid));
    http.on(markModeration.grant, async (ctx, { params, body }, by) => {
      await grantByTeam(
        ctx,
        {
          byUid: by.uid,
          uid: params.uid,
          markId: body.markId,
        },
        record,
      );
      return { success: true };
    });
    http.on(markModeration.withdraw, async (ctx, { params, body }, by) => {
      await withdrawByTeam(
        ctx,
        {
          byUid: by.uid,
          uid: params.uid,
          markId: body.markId,
        },
        record,
      );
      return { success: true };
    });
  };
