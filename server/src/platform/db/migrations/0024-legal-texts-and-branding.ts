import { type Kysely, sql } from "kysely";

/** Legal texts that administrators write, with their versions, and the logo of the community. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `
create table legal_text (
  page text not null check (page in ('imprint', 'accessibility', 'privacy-policy', 'terms-of-use', 'community-rules')),
  language text not null,
  version integer not null check (version > 0),
  body text not null check (body <> '' and length(body) <= 50000),
  revision integer not null default 1, -- how often the draft was saved
  saved_at timestamptz not null,
  saved_by uuid references account on delete set null,
  published_at timestamptz, -- null: a draft
  published_by uuid references account on delete set null,
  agree_again boolean not null default false,
  withdrawn_at timestamptz,
  primary key (page, language, version),
  check (published_at is not null or not agree_again),
  check (published_at is not null or withdrawn_at is null)
);
create unique index legal_text_draft on legal_text (page, language) where published_at is null;

create table community_logo (
  id boolean primary key default true check (id),
  hash text not null,
  width integer not null check (width > 0),
  height integer not null check (height > 0),
  png bytea not null check (length(png) <= 1000000),
  changed_at timestamptz not null
);
alter table community_logo alter column png set storage external;`,
    )
    .execute(db);
}
