import { passages } from "@commonlane/contract/passages";
import type { Routes } from "#platform/http/route.ts";
import { answerNotTravelled, markPaid, passagesOfRide, pickUp, sayNotTravelled } from "./passages.ts";

export const passageRoutes: Routes = (http) => {
  http.on(passages.onRide, (ctx, { params }, caller) => passagesOfRide(ctx, caller, params.rideId));
  http.on(passages.pickUp, (ctx, { params, body }, host) => pickUp(ctx, host, params.passageId, body.pin));
  http.on(passages.markPaid, (ctx, { params, body }, caller) => markPaid(ctx, caller, params.passageId, body.paid));
  http.on(passages.notTravelled, (ctx, { params, body }, caller) =>
    sayNotTravelled(ctx, caller, params.passageId, body),
  );
  http.on(passages.answer, (ctx, { params, body }, caller) => answerNotTravelled(ctx, caller, params.passageId, body));
};
