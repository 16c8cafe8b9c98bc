import type { Generated } from "kysely";

export interface PhoneTables {
  phone_verification_key: { id: Generated<boolean>; secret: string };
  phone_code: { uid: string; phone_hash: string; code_hash: string; sent_at: Date; tries: number };
  text_message: {
    id: Generated<string>;
    account_hash: string;
    phone_hash: string | null;
    at: Date;
  };
}
