import { TEMPLATES_PER_HOST_MAX } from "@commonlane/contract/limits";
import type { TemplateToSave, RideTemplate } from "@commonlane/contract/ride-templates";
import type { Place, ZonedPlace } from "@commonlane/contract/shapes";
import { getOwnVehicle } from "#modules/rides/index.ts";
import { type Context, transaction } from "#platform/context.ts";
import { Problem } from "#platform/http/problem.ts";
import type { Caller } from "#platform/http/endpoints/endpoint-router.ts";
import { timeZoneAt } from "#platform/time-zone.ts";
import {
  deleteTemplate,
  upsertTemplate,
  type TemplateRow,
  findTemplatesOfHost,
} from "./ride-templates.store.ts";

/** Saves a ride as a template. Replaces the one of the same name. */
export async function saveTemplate(
  ctx: Context,
  host: Caller,
  { name, ride }: TemplateToSave,
): Promise<RideTemplate> {
  await getOwnVehicle(ctx, host.uid, ride.vehicleId);
  const row = await transaction(ctx, (ctx) =>
    upsertTemplate(
      ctx,
      {
        host_id: host.uid,
        name,
        terms: ride,
      },
      TEMPLATES_PER_HOST_MAX,
    ),
  );
  if (!row) throw new Problem("templates_enough");
  return viewTemplate(row);
}

export async function listOwnTemplates(
  ctx: Context,
  host: Caller,
): Promise<{ items: RideTemplate[] }> {
  return { items: (await findTemplatesOfHost(ctx, host.uid)).map(viewTemplate) };
}

export async function removeTemplate(
  ctx: Context,
  host: Caller,
  id: string,
): Promise<{ success: boolean }> {
  if (!(await deleteTemplate(ctx, host.uid, id))) throw new Problem("not_found");
  return { success: true };
}

function viewTemplate({ id, name, terms, created_at }: TemplateRow): RideTemplate {
  return {
    id,
    name,
    ride: {
      ...terms,
      isListed: terms.isListed ?? false,
      origin: withTimeZone(terms.origin),
      destination: withTimeZone(terms.destination),
    },
    createdAt: created_at.toISOString(),
  };
}

/** Adds the time zone of the place, because the host enters local times there. */
const withTimeZone = (place: Place): ZonedPlace => ({
  ...place,
  timeZone: timeZoneAt(place),
});
