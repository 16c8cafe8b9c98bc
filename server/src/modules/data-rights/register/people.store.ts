import { sql } from "kysely";
import { type Entry, mine, namesAddress, removing } from "./entry.store.ts";

/** What others read instead of a name. */
const FORMER = "Former member";

/** Who people are, and how they prove it. */
export const people = {
  vehicle: {
    plain: "id uid seats comfort",
    personal: "make model colour plate",
    erase: removing("vehicle", "uid"),
    tell: { title: "Vehicles", rows: mine("vehicle", "uid", "make model colour plate seats comfort") },
  },
  photo: {
    plain: "uid id created_at",
    personal: "small large",
    erase: removing("photo", "uid"),
    tell: { title: "Photo (the pictures lie beside this file)", rows: mine("photo", "uid", "created_at") },
  },
  profile: {
    plain: "uid phone_shared phone_verified adult_declared rating_count rating_sum reliability",
    personal:
      "display_name first_name last_name phone gender birth_date bio languages preferences needs locale time_zone photo_id",
    erase: ({ uid }) => [
      sql`update profile set display_name = ${FORMER}, first_name = ${FORMER}, last_name = null, phone = null,
        phone_verified = false, phone_shared = false, gender = null, birth_date = null, adult_declared = false, bio = null,
        languages = '{}', preferences = '{}', needs = '{}', locale = null, time_zone = null, photo_id = null, reliability = null where uid = ${uid}`,
    ],
    tell: {
      title: "Profile",
      rows: mine(
        "profile",
        "uid",
        "display_name first_name last_name phone gender birth_date adult_declared bio languages preferences needs locale time_zone",
      ),
    },
  },
  session: {
    plain: "id uid rotated_at created_at ended_at expires_at",
    personal: "device",
    secret: "rotation_key token_hash previous_hash",
    erase: removing("session", "uid"),
    tell: { title: "Sign-ins", rows: mine("session", "uid", "created_at rotated_at ended_at device") },
  },
  account_event: {
    plain: "id uid kind at session_id",
    personal: "network device reason",
    erase: removing("account_event", "uid"),
    tell: {
      title: "What happened to the account",
      rows: mine("account_event", "uid", "at kind network device reason"),
    },
  },
  one_time_code: {
    plain: "sent_at tries verified_at",
    personal: "email purpose",
    secret: "code_hash flow_hash proof_hash",
    erase: ({ uid, email }) => [
      sql`delete from one_time_code where email = ${email} or purpose = ${`email-change ${uid}`}`,
    ],
  },
  mailed_link: {
    plain: "purpose uid created_at expires_at used_at",
    personal: "email",
    secret: "token_hash",
    erase: ({ uid, email }) => [sql`delete from mailed_link where uid = ${uid} or email = ${email}`],
  },
  known_device: { plain: "uid used_at", secret: "token_hash", erase: removing("known_device", "uid") },
  stranger_contact: { plain: "uid at", secret: "contact_hash", erase: removing("stranger_contact", "uid") },
  consent: {
    plain: "uid document version agreed_at",
    erase: removing("consent", "uid"),
    tell: { title: "Texts that were agreed to", rows: mine("consent", "uid", "agreed_at document version") },
  },
  data_export: {
    plain: "id uid asked_at ready_at expires_at failed_at",
    personal: "file",
    erase: removing("data_export", "uid"),
    tell: { title: "Earlier exports", rows: mine("data_export", "uid", "asked_at ready_at expires_at") },
  },
  block: {
    plain: "blocker_id blocked_id at",
    erase: ({ uid }) => [sql`delete from block where blocker_id = ${uid} or blocked_id = ${uid}`],
    tell: { title: "People you blocked", rows: mine("block", "blocker_id", "at blocked_id") },
  },
  // Others who named this person as theirs keep the address: that was agreed to apart, and ends by the link in each letter.
  trusted_contact: {
    plain: "id owner_id status removed_at created_at",
    personal: "name email email_hash",
    erase: removing("trusted_contact", "owner_id"),
    tell: { title: "People you trust", rows: mine("trusted_contact", "owner_id", "created_at name status") },
  },
  moderator: { plain: "uid since", erase: removing("moderator", "uid") },
  // The line stays, and who did it; what they said of somebody, or looked for, does not.
  moderator_act: {
    plain: "id at moderator_uid call about_id found",
    personal: "said",
    erase: ({ uid, email }) => [
      sql`update moderator_act set said = '{}' where about_id = ${uid} or moderator_uid = ${uid} or ${uid} = any (found)
        or about_id in (select id from report where about_uid = ${uid})
        or said::text like ${`%${uid}%`} or ${namesAddress(sql`said`, email)}`,
    ],
  },
  // Last of all: what was done before may look at the address.
  account: {
    plain:
      "uid email_verified suspended_at suspended_until suspension_told_at warned_at created_at leaving_at leaving_why erase_at erased_at last_seen_at",
    personal: "email suspended_for",
    secret: "password_hash",
    erase: ({ uid, passwordHash, at }) => [
      sql`update account set email = ${`${uid}@former.invalid`}, password_hash = ${passwordHash}, warned_at = null,
        suspended_for = null, erased_at = ${at} where uid = ${uid}`,
    ],
    tell: { title: "Account", rows: mine("account", "uid", "email created_at last_seen_at") },
  },
} satisfies Record<string, Entry>;
