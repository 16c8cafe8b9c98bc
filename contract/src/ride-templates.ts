import * as z from "zod/mini";
import { endpoint } from "./endpoint.ts";
import { SeriesTerms, SeriesTermsOutput } from "./ride-series.ts";
import { cleanText, SuccessReply, Id, ZonedPlace } from "./shapes.ts";

/** A saved route with all ride details except the departure, under a name chosen by the host. */
export const RideTemplate = z.object({
  id: Id,
  name: z.string(),
  ride: z.extend(SeriesTermsOutput, {
    origin: ZonedPlace,
    destination: ZonedPlace,
  }),
  createdAt: z.iso.datetime(),
});
export type RideTemplate = z.infer<typeof RideTemplate>;

export const TemplateToSave = z.object({
  name: z.pipe(cleanText(60), z.string().check(z.minLength(1))),
  ride: SeriesTerms,
});
export type TemplateToSave = z.output<typeof TemplateToSave>;

export const rideTemplates = {
  save: endpoint({
    summary: "Save a ride as a template; replaces a template with the same name",
    method: "POST",
    path: "/rides/templates",
    access: "signed-in",
    idempotent: true,
    body: TemplateToSave,
    reply: RideTemplate,
    status: 201,
    limits: [{ by: "account", count: 60, perS: 3600 }],
    problems: ["invalid_input", "templates_enough"],
  }),
  own: endpoint({
    summary: "List the caller's templates by name",
    method: "GET",
    path: "/rides/templates",
    access: "signed-in",
    reply: z.object({ items: z.array(RideTemplate) }),
  }),
  remove: endpoint({
    summary: "Delete a template",
    method: "DELETE",
    path: "/rides/templates/:templateId",
    access: "signed-in",
    params: z.object({ templateId: Id }),
    reply: SuccessReply,
    problems: ["not_found"],
  }),
};
