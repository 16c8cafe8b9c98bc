import { rideTemplates } from "@commonlane/contract/ride-templates";
import type { Routes } from "#platform/http/route.ts";
import { keepTemplate, ownTemplates, removeTemplate } from "./ride-templates.ts";

export const rideTemplateRoutes: Routes = (http) => {
  http.on(rideTemplates.keep, (ctx, { body }, host) => keepTemplate(ctx, host, body));
  http.on(rideTemplates.own, (ctx, _, host) => ownTemplates(ctx, host));
  http.on(rideTemplates.remove, (ctx, { params }, host) => removeTemplate(ctx, host, params.templateId));
};
