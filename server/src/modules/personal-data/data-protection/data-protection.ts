import type { DataProtection } from "@commonlane/contract/administration";
import { type Message, message } from "@commonlane/contract/message";
import type { Context } from "#platform/context.ts";
import { translate } from "#platform/i18n/translate.ts";
import { dataInventory } from "../data-inventory/data-inventory.store.ts";
import { listRetentionRules, type RetentionId } from "./retention.ts";

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

/** A processing activity of this server. Every table with data about people belongs to exactly one. */
interface Activity {
  readonly name: Message;
  readonly purpose: Message;
  readonly legalBasis: Message;
  readonly people: Message;
  readonly recipients: Message;
  readonly retention: readonly RetentionId[];
  readonly tables: string;
}

const CONTRACT = message("Art. 6(1)(b) GDPR: the agreement with the member");
const INTEREST = message("Art. 6(1)(f) GDPR: legitimate interest in a safe and working service");
const CONSENT = message("Art. 6(1)(a) GDPR: consent, which can be withdrawn in the settings");
const MEMBERS = message("Members");
const NO_ONE = message("No one outside the organisation");
const COMPANIONS = message("The members of the same ride; others see approximate places only");
const TEAM = message("Moderators and administrators of the community");

export const activities: readonly Activity[] = [
  {
    name: message("Accounts and sign-in"),
    purpose: message("Create accounts, sign in, protect accounts against misuse"),
    legalBasis: CONTRACT,
    people: MEMBERS,
    recipients: message("The mail provider, for codes and links"),
    retention: ["account", "accountEvents", "codes"],
    tables:
      "account session account_event api_key passkey passkey_challenge authenticator_app recovery_code linked_identity provider_session pending_sign_in unconfirmed_identity one_time_code email_link known_device shared_device stranger_contact consent idempotency_key event dev_email",
  },
  {
    name: message("Profiles"),
    purpose: message("Let members recognise and trust each other"),
    legalBasis: CONTRACT,
    people: MEMBERS,
    recipients: message(
      "Other members; phone number and number plate only for accepted companions",
    ),
    retention: ["account"],
    tables: "profile photo vehicle meeting_point",
  },
  {
    name: message("Moving from another platform"),
    purpose: message("Let members of another platform take over their profile and rides"),
    legalBasis: INTEREST,
    people: message("People who were members of another platform"),
    recipients: message("No one, until they take it over"),
    retention: ["imported"],
    tables: "imported_member",
  },
  {
    name: message("Trust marks"),
    purpose: message("Let members see who belongs to the same university, company or town"),
    legalBasis: INTEREST,
    people: MEMBERS,
    recipients: message("Other members, unless the owner hides the mark"),
    retention: ["account"],
    tables: "mark_grant hidden_mark",
  },
  {
    name: message("Phone verification"),
    purpose: message("Let members see that a number has been verified"),
    legalBasis: CONSENT,
    people: MEMBERS,
    recipients: message("The gateway for text messages, for codes"),
    retention: ["codes"],
    tables: "phone_code",
  },
  {
    name: message("Groups"),
    purpose: message("Let members who belong together find each other and travel together"),
    legalBasis: CONTRACT,
    people: MEMBERS,
    recipients: message(
      "The managers of the group; its members, if the group shows them to each other",
    ),
    retention: ["account"],
    tables: "group_member group_join_request",
  },
  {
    name: message("Rides, requests and bookings"),
    purpose: message("Bring together people with the same way, and settle who travels with whom"),
    legalBasis: CONTRACT,
    people: MEMBERS,
    recipients: COMPANIONS,
    retention: ["account"],
    tables:
      "ride ride_request ride_series ride_template listed_ride seat_request offer standby saved_search ride_alert request_alert commitment calendar_feed calendar_entry community_event event_calendar",
  },
  {
    name: message("Messages"),
    purpose: message("Let members agree on the details of a ride"),
    legalBasis: CONTRACT,
    people: MEMBERS,
    recipients: message(
      "The other members of the conversation; moderators if a message is reported",
    ),
    retention: ["messages"],
    tables: "message conversation conversation_member",
  },
  {
    name: message("Live positions and shared trips"),
    purpose: message("Show active drivers on the map, and let trusted people follow a trip"),
    legalBasis: CONSENT,
    people: message("Members, and the trusted contacts they name"),
    recipients: message(
      "Members nearby see an approximate position; a driver's passengers and people with the link of a trip see it exactly",
    ),
    retention: ["positions", "account"],
    tables: "active_driver trip_progress ride_share trusted_contact",
  },
  {
    name: message("Ratings and reliability"),
    purpose: message("Show how reliably people travel"),
    legalBasis: INTEREST,
    people: MEMBERS,
    recipients: message("All members"),
    retention: ["account"],
    tables: "rating rating_appeal reliability_event trip_outcome",
  },
  {
    name: message("Reports and moderation"),
    purpose: message("Handle reports, warn or suspend people, and document decisions"),
    legalBasis: INTEREST,
    people: MEMBERS,
    recipients: TEAM,
    retention: ["reports", "auditLog"],
    tables: "report block content_removal moderator_action moderator audit_log_entry legal_text",
  },
  {
    name: message("Notifications"),
    purpose: message("Tell members what happened to their rides and requests"),
    legalBasis: CONTRACT,
    people: MEMBERS,
    recipients: message("The mail provider, and the push service of the member's browser"),
    retention: ["notices"],
    tables: "notification notification_delivery push_subscription notification_preference",
  },
  {
    name: message("Access to one's own data"),
    purpose: message("Answer requests for a copy of one's data"),
    legalBasis: message("Art. 6(1)(c) GDPR: legal obligation"),
    people: MEMBERS,
    recipients: NO_ONE,
    retention: ["exports"],
    tables: "data_export",
  },
];
