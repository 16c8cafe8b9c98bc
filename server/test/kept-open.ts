/** Whatever is set, everybody may join, and nobody meets a closed door, at which nothing else would be tried. */
export const KEPT_OPEN = `
  create function kept_open() returns trigger language plpgsql as
    'begin new.maintenance := null; new.invite_only := false; new.email_domains := ''{}''; return new; end';
  create trigger kept_open before insert or update on community for each row execute function kept_open()`;
