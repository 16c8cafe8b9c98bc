import { translatable } from "./message.ts";
import * as z from "zod/mini";
import { endpoint } from "./endpoint.ts";
import { NOTE_MAX_LENGTH, PHOTO_MAX_BYTES, VEHICLES_MAX } from "./limits.ts";
import { LastName, PersonName } from "./person-names.ts";
import { checkPhone, cleanPhone, phoneMessage } from "./phone.ts";
import { Reliability } from "./reliability.ts";
import { Bytes, cleanText, Id, Place, TimeZone, withDefault } from "./shapes.ts";

export const Gender = z.enum(["male", "female", "nonbinary", "undisclosed"]);
export type Gender = z.infer<typeof Gender>;

/** Preferences of a ride or a user; null means not set. */
export const Preferences = z.object({
  smoking: z.nullish(z.enum(["no", "breaks", "yes"])),
  pets: z.nullish(z.enum(["no", "small", "yes"])),
  music: z.nullish(z.enum(["quiet", "some", "loud"])),
  talk: z.nullish(z.enum(["quiet", "some", "lots"])),
});
export type Preferences = z.infer<typeof Preferences>;

/** Vehicle features that some passengers need. */
export const Comfort = z.enum([
  "air-conditioning",
  "sockets",
  "child-seat",
  "bike-rack",
  "step-free",
  "wheelchair",
]);
export type Comfort = z.infer<typeof Comfort>;

/** Features that some users cannot travel without; shown with the vehicle of a ride. */
export const VehicleAccess = z.enum(["step-free", "wheelchair"]);
export type VehicleAccess = z.infer<typeof VehicleAccess>;

/** Only the host and accepted passengers see the plate. */
export const RideVehicle = z.object({
  make: z.string(),
  model: z.string(),
  colour: z.string(),
  plate: z.nullable(z.string()),
  /** Features that some passengers cannot travel without. */
  access: z.optional(z.array(VehicleAccess)),
});
/** Access needs of a user: vehicle features, or space for an assistance animal, which does not count as a pet. */
const AccessNeed = z.enum([...VehicleAccess.options, "assistance-animal"]);
export type AccessNeed = z.infer<typeof AccessNeed>;
export const AccessNeeds = z.array(AccessNeed).check(z.maxLength(3));

export const Vehicle = z.object({
  id: Id,
  make: cleanText(40),
  model: cleanText(40),
  colour: cleanText(30),
  plate: cleanText(15),
  seats: z.int().check(z.gte(1), z.lte(8)),
  comfort: withDefault(z.array(Comfort).check(z.maxLength(10)), []),
});
export type Vehicle = z.infer<typeof Vehicle>;

const PHONE_TYPED_MAX_LENGTH = 40;

/** A phone number in any usual notation, valid in its country; stored as plus sign and digits. */
export const Phone = z.pipe(
  z.string().check(
    z.maxLength(PHONE_TYPED_MAX_LENGTH, translatable("Phone number is too long")),
    z.check(({ value, issues }) => {
      const verdict = checkPhone(value);
      if (!verdict.valid)
        issues.push({
          code: "custom",
          message: phoneMessage(verdict),
          input: value,
        });
    }),
  ),
  z.transform(cleanPhone),
);

/** URLs of a photo at 144 and 512 pixels; null without a photo. */
const photoUrls = {
  photo: withDefault(z.nullable(z.string()), null),
  photoLarge: withDefault(z.nullable(z.string()), null),
};

/** Summary of the published ratings: mean with two decimals, and count. */
const RatingSummary = z.object({
  mean: z.nullable(z.number()),
  count: z.int(),
});

/** A place that the user goes to often. */
export const SavedPlace = z.extend(Place, { timeZone: z.optional(TimeZone) });
export type SavedPlace = z.infer<typeof SavedPlace>;

/** The caller's own profile. */
export const Profile = z.object({
  uid: Id,
  email: z.string(),
  emailVerified: z.boolean(),
  displayName: z.nullable(z.string()),
  firstName: z.nullable(z.string()),
  lastName: z.nullable(z.string()),
  /** Why the name must be changed before hosting or requesting seats; null if it is fine. */
  nameProblem: withDefault(z.nullable(z.string()), null),
  phone: z.nullable(z.string()),
  phoneVerified: z.boolean(),
  /** True if travel companions may see the number, from acceptance until a day after the ride. */
  phoneShared: withDefault(z.boolean(), false),
  gender: z.nullable(Gender),
  ...photoUrls,
  /** A calendar date, YYYY-MM-DD. */
  birthDate: z.nullable(z.string()),
  /** The user confirmed being 18 or older without giving a date. */
  adultDeclared: z.boolean(),
  bio: z.nullable(z.string()),
  languages: z.array(z.string()),
  preferences: Preferences,
  /** Private; searches and requests start with these values. */
  needs: withDefault(AccessNeeds, []),
  vehicles: z.array(Vehicle),
  /** Private; place fields offer them as "Home" and "Work". */
  homePlace: withDefault(z.nullable(SavedPlace), null),
  workPlace: withDefault(z.nullable(SavedPlace), null),
  /** False until the steps after the first sign-in were shown, on any device. */
  welcomed: withDefault(z.boolean(), true),
  /** Another platform sent data that the user may take over or delete. */
  hasImportedData: withDefault(z.boolean(), false),
  locale: z.nullable(z.string()),
  timeZone: z.nullable(z.string()),
  rating: withDefault(RatingSummary, {
    mean: null,
    count: 0,
  }),
  reliability: withDefault(z.nullable(Reliability), null),
  createdAt: z.iso.datetime(),
});
export type Profile = z.infer<typeof Profile>;

export const ProfileChange = z.partial(
  z.object({
    firstName: PersonName,
    lastName: LastName,
    phone: z.nullable(Phone),
    phoneShared: z.boolean(),
    gender: Gender,
    birthDate: z.nullable(z.iso.date()),
    adultDeclared: z.boolean(),
    bio: z.nullable(cleanText(NOTE_MAX_LENGTH)),
    languages: z
      .array(z.string().check(z.regex(/^[a-z]{2,3}(-[A-Za-z0-9]{2,8})?$/)))
      .check(z.maxLength(20)),
    preferences: Preferences,
    needs: AccessNeeds,
    vehicles: z.array(z.extend(Vehicle, { id: z.optional(Id) })).check(z.maxLength(VEHICLES_MAX)),
    homePlace: z.nullable(SavedPlace),
    workPlace: z.nullable(SavedPlace),
    welcomed: z.literal(true),
    locale: z.nullable(z.string().check(z.maxLength(20))),
    timeZone: z.nullable(TimeZone),
  }),
);
export type ProfileChange = z.infer<typeof ProfileChange>;

/** A mark that says where a member belongs, in the words of the administrators. */
export const TrustMark = z.object({
  id: Id,
  name: z.string(),
  meaning: z.string(),
});
export type TrustMark = z.infer<typeof TrustMark>;

/** A user as strangers see them: first name and initial. */
export const PublicPerson = z.object({
  uid: Id,
  displayName: z.string(),
  initials: z.string(),
  photo: photoUrls.photo,
  rating: RatingSummary,
  /** Null without any history. */
  reliability: z.nullable(Reliability),
  /** Trust marks that the user holds and shows, by name; absent if there are none. */
  marks: z.optional(z.array(TrustMark)),
});
export type PublicPerson = z.infer<typeof PublicPerson>;

/** What the community knows about a member, for those who decide whether to ride with them. */
export const Membership = z.object({
  emailVerified: z.boolean(),
  phoneVerified: z.boolean(),
  /** Month of joining, YYYY-MM. */
  memberSince: z.string(),
});
export type Membership = z.infer<typeof Membership>;

/** Profile visible to all signed-in users: no surname, e-mail, phone, birth date or number plate. */
export const PublicProfile = z.extend(PublicPerson, {
  photoLarge: photoUrls.photoLarge,
  bio: z.nullable(z.string()),
  languages: z.array(z.string()),
  preferences: Preferences,
  vehicles: z.array(
    z.omit(Vehicle, {
      id: true,
      plate: true,
    }),
  ),
  ...Membership.shape,
});
export type PublicProfile = z.infer<typeof PublicProfile>;

/** Id of a photo: a keyed hash of its content, which cannot be guessed. */
const PhotoId = z.string().check(z.regex(/^[\w-]{43}$/));

export const profiles = {
  get: endpoint({
    summary: "Get the caller's profile",
    method: "GET",
    path: "/firebase-auth/profile",
    access: "signed-in",
    reply: Profile,
  }),
  update: endpoint({
    summary: "Update the caller's profile",
    method: "POST",
    path: "/firebase-auth/update-profile",
    access: "signed-in",
    body: ProfileChange,
    reply: Profile,
    problems: ["invalid_input"],
  }),
  byUid: endpoint({
    summary: "Get a user's public profile",
    method: "GET",
    path: "/profiles/:uid",
    access: "signed-in",
    params: z.object({ uid: Id }),
    reply: PublicProfile,
    limits: [{ by: "account", count: 600, perS: 600 }],
  }),
  /** The photo is rotated upright, cropped to a centred square, and stripped of metadata. */
  setPhoto: endpoint({
    summary: "Upload or replace the caller's photo",
    method: "PUT",
    path: "/profiles/me/photo",
    access: "signed-in",
    upload: {
      types: ["image/jpeg", "image/png", "image/webp"],
      maxBytes: PHOTO_MAX_BYTES,
      unsupportedTypeProblem: "photo_format_unknown",
      tooLargeProblem: "photo_too_large",
    },
    body: Bytes,
    reply: Profile,
    limits: [
      { by: "address", count: 60, perS: 600 },
      { by: "account", count: 20, perS: 3600 },
    ],
    problems: ["photo_format_unknown", "photo_broken", "photo_too_large", "photo_too_detailed"],
  }),
  removePhoto: endpoint({
    summary: "Remove the caller's photo",
    method: "DELETE",
    path: "/profiles/me/photo",
    access: "signed-in",
    reply: Profile,
  }),
  /** Public for anyone who has the URL, because image requests carry no token. */
  photo: endpoint({
    summary: "Get a profile photo",
    method: "GET",
    path: "/photos/:photoId/:size",
    access: "public",
    params: z.object({
      photoId: PhotoId,
      size: z.enum(["small", "large"]),
    }),
    file: "image/webp",
    reply: Bytes,
  }),
};
