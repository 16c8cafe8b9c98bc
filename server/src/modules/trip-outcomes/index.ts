import { tripOutcomes } from "@commonlane/contract/trip-outcomes";
import type { RegisterRoutes } from "#platform/http/endpoints/endpoint-router.ts";
import { answerNoShow, reportNoShow } from "./no-show.ts";
import { confirmPickup } from "./pickup-pin.ts";
import { listTripOutcomes, markPaid } from "./trip-outcomes.ts";

export { listTripOutcomes } from "./trip-outcomes.ts";
export { tripOutcomeSweeps } from "./trip-outcome-events.ts";

export const tripOutcomeRoutes: RegisterRoutes = (http) => {
  http.on(tripOutcomes.ofRide, (ctx, { params }, caller) =>
    listTripOutcomes(ctx, caller, params.rideId),
  );
  http.on(tripOutcomes.confirmPickup, (ctx, { params, body }, host) =>
    confirmPickup(ctx, host, params.outcomeId, body.pin),
  );
  http.on(tripOutcomes.markPaid, (ctx, { params, body }, caller) =>
    markPaid(ctx, caller, params.outcomeId, body.paid),
  );
  http.on(tripOutcomes.reportNoShow, (ctx, { params, body }, caller) =>
    reportNoShow(ctx, caller, params.outcomeId, body),
  );
  http.on(tripOutcomes.answerNoShow, (ctx, { params, body }, caller) =>
    answerNoShow(ctx, caller, params.outcomeId, body),
  );
};
