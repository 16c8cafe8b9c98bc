import type { DataProtection } from "@commonlane/contract/administration";
import type { Message } from "@commonlane/contract/message";
import type { Context } from "#platform/context.ts";
import { translate } from "#platform/i18n/translate.ts";
import { dataInventory } from "../data-inventory/data-inventory.store.ts";
import { activities } from "./activities.ts";
import { listRetentionRules } from "./retention.ts";

/**
 * The record of processing activities and the retention periods: purposes as written down here, stored columns from the
 * data inventory, periods from the settings of this server.
 */
export function getDataProtection(ctx: Context): DataProtection {
  const language = ctx.language ?? ctx.community.language;
  const t = (text: Message) => translate(language, text, {});
  const rules = listRetentionRules(ctx, language);
  const describe = (ids: readonly string[]) =>
    rules
      .filter(({ id }) => ids.includes(id))
      .map(({ what, period }) => `${what}: ${period}`)
      .join("; ");
  return {
    controller: ctx.community.legalEntity,
    contact: ctx.community.supportEmail,
    activities: activities.map(
      ({ name, purpose, legalBasis, people, recipients, retention, tables }) => ({
        name: t(name),
        purpose: t(purpose),
        legalBasis: t(legalBasis),
        people: t(people),
        recipients: t(recipients),
        retention: describe(retention),
        data: tables.split(" ").flatMap((table) => {
          const { personal = "", impersonal } = dataInventory[table] ?? { impersonal: "" };
          const columns = (personal || impersonal).split(" ");
          return [{ table, columns }];
        }),
      }),
    ),
    retention: rules,
  };
}
