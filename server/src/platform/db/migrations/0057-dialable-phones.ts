import { type Kysely, sql } from "kysely";

/** Finds the numbers of older releases that have a 0 which nobody can dial; a sweep of the profiles leaves it out. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      String.raw`
create index profile_phone_with_home_zero on profile (uid)
  where phone ~ '^\+(20|27|31|32|33|40|41|43|44|46|49|51|53|54|55|58|60|61|62|63|64|66|81|82|84|86|90|91|92|93|94|95|98|211|212|213|218|231|232|233|234|243|249|251|252|254|255|256|260|261|262|263|264|265|291|353|355|358|359|370|373|374|375|377|380|381|382|383|385|386|387|389|421|423|508|590|591|593|594|595|596|598|686|850|855|856|880|886|961|962|963|964|966|967|970|971|972|976|977|994|995|996)0([1-9])' and length(phone) > 8;`,
    )
    .execute(db);
}
