import { rideTemplates } from "@commonlane/contract/ride-templates";
import type { RegisterRoutes } from "#platform/http/endpoints/endpoint-router.ts";
import { saveTemplate, listOwnTemplates, removeTemplate } from "./ride-templates.ts";

export const rideTemplateRoutes: RegisterRoutes = (http) => {
  http.on(rideTemplates.save, (ctx, { body }, host) => saveTemplate(ctx, host, body));
  http.on(rideTemplates.own, (ctx, _, host) => listOwnTemplates(ctx, host));
  http.on(rideTemplates.remove, (ctx, { params }, host) =>
    removeTemplate(ctx, host, params.templateId),
  );
};
