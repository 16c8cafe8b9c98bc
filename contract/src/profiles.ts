import * as z from "zod/mini";
import { endpoint } from "./endpoint.ts";
import { NOTE_MAX_LENGTH, PHOTO_MAX_BYTES } from "./limits.ts";
import { PersonName } from "./person-names.ts";
import { checkPhone, cleanPhone } from "./phone.ts";
import { Reliability } from "./reliability.ts";
import { Bytes, cleanText, Id, TimeZone, withDefault } from "./shapes.ts";

export const Gender = z.enum(["male", "female", "nonbinary", "undisclosed"]);
export type Gender = z.infer<typeof Gender>;

/** What a ride or a person likes on board; null means nothing was said. */
export const Preferences = z.object({
  smoking: z.nullish(z.enum(["no", "breaks", "yes"])),
  pets: z.nullish(z.enum(["no", "small", "yes"])),
  music: z.nullish(z.enum(["quiet", "some", "loud"])),
  talk: z.nullish(z.enum(["quiet", "some", "lots"])),
});
export type Preferences = z.infer<typeof Preferences>;

/** What a vehicle has that some passengers need. */
export const Comfort = z.enum(["air-conditioning", "sockets", "child-seat", "bike-rack", "step-free", "wheelchair"]);
export type Comfort = z.infer<typeof Comfort>;

/** What of that some cannot travel without; told of a ride's vehicle. */
export const VehicleAccess = z.enum(["step-free", "wheelchair"]);
export type VehicleAccess = z.infer<typeof VehicleAccess>;
/** What somebody needs on the way: of the vehicle, and that their assistance animal comes along, which is no pet. */
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

/** A number in any usual notation, right for its country; stored as the plus sign and digits. */
export const Phone = z.pipe(
  z.string().check(
    z.maxLength(PHONE_TYPED_MAX_LENGTH, "Phone number is too long"),
    z.check(({ value, issues }) => {
      const verdict = checkPhone(value);
      if (!verdict.valid) issues.push({ code: "custom", message: verdict.message, input: value });
    }),
  ),
  z.transform(cleanPhone),
);

/** Where a photo is: a square of 144 pixels, and one of 512. Null where there is none. */
const photoUrls = {
  photo: withDefault(z.nullable(z.string()), null),
  photoLarge: withDefault(z.nullable(z.string()), null),
};

/** Of the published ratings: their mean, with two decimals, and how many they are. */
const RatingSummary = z.object({ mean: z.nullable(z.number()), count: z.int() });

/** A person's own record, as that person sees it. */
export const Profile = z.object({
  uid: Id,
  email: z.string(),
  emailVerified: z.boolean(),
  displayName: z.nullable(z.string()),
  firstName: z.nullable(z.string()),
  lastName: z.nullable(z.string()),
  /** Why the names have to be changed before hosting or asking for seats; null when they may stay. */
  nameProblem: withDefault(z.nullable(z.string()), null),
  phone: z.nullable(z.string()),
  phoneVerified: z.boolean(),
  /** Whether those one travels with may read the number, from the acceptance until a day after the ride. */
  phoneShared: withDefault(z.boolean(), false),
  gender: z.nullable(Gender),
  ...photoUrls,
  /** A calendar date, YYYY-MM-DD. */
  birthDate: z.nullable(z.string()),
  /** The person said to be 18 or older without giving a date. */
  adultDeclared: z.boolean(),
  bio: z.nullable(z.string()),
  languages: z.array(z.string()),
  preferences: Preferences,
  /** Told to nobody by itself; searches and requests begin with it. */
  needs: withDefault(AccessNeeds, []),
  vehicles: z.array(Vehicle),
  locale: z.nullable(z.string()),
  timeZone: z.nullable(z.string()),
  rating: withDefault(RatingSummary, { mean: null, count: 0 }),
  reliability: withDefault(z.nullable(Reliability), null),
  createdAt: z.iso.datetime(),
});
export type Profile = z.infer<typeof Profile>;

export const ProfileChange = z.partial(
  z.object({
    firstName: PersonName,
    lastName: PersonName,
    phone: z.nullable(Phone),
    phoneShared: z.boolean(),
    gender: Gender,
    birthDate: z.nullable(z.iso.date()),
    adultDeclared: z.boolean(),
    bio: z.nullable(cleanText(NOTE_MAX_LENGTH)),
    languages: z.array(z.string().check(z.regex(/^[a-z]{2,3}(-[A-Za-z0-9]{2,8})?$/))).check(z.maxLength(20)),
    preferences: Preferences,
    needs: AccessNeeds,
    vehicles: z.array(z.extend(Vehicle, { id: z.optional(Id) })).check(z.maxLength(10)),
    locale: z.nullable(z.string().check(z.maxLength(20))),
    timeZone: z.nullable(TimeZone),
  }),
);
export type ProfileChange = z.infer<typeof ProfileChange>;

/** How a person looks to those who do not know them yet: first name and initial. */
export const PublicPerson = z.object({
  uid: Id,
  displayName: z.string(),
  initials: z.string(),
  photo: photoUrls.photo,
  rating: RatingSummary,
  /** Null of whom nothing is known yet. */
  reliability: z.nullable(Reliability),
});
export type PublicPerson = z.infer<typeof PublicPerson>;

/** What anybody who is signed in may read about a person: no surname, e-mail, phone, birth date or number plate. */
export const PublicProfile = z.extend(PublicPerson, {
  photoLarge: photoUrls.photoLarge,
  bio: z.nullable(z.string()),
  languages: z.array(z.string()),
  preferences: Preferences,
  vehicles: z.array(z.omit(Vehicle, { id: true, plate: true })),
  emailVerified: z.boolean(),
  phoneVerified: z.boolean(),
  /** The month they joined in, YYYY-MM. */
  memberSince: z.string(),
});
export type PublicProfile = z.infer<typeof PublicProfile>;

/** What a photo is called: a code of its content that nobody can work out. */
const PhotoId = z.string().check(z.regex(/^[\w-]{43}$/));

export const profiles = {
  get: endpoint({
    summary: "The caller's own profile",
    method: "GET",
    path: "/firebase-auth/profile",
    access: "signed-in",
    reply: Profile,
  }),
  update: endpoint({
    summary: "Change any part of the caller's profile",
    method: "POST",
    path: "/firebase-auth/update-profile",
    access: "signed-in",
    body: ProfileChange,
    reply: Profile,
    problems: ["invalid_input"],
  }),
  byUid: endpoint({
    summary: "A person's profile as others see it",
    method: "GET",
    path: "/profiles/:uid",
    access: "signed-in",
    params: z.object({ uid: Id }),
    reply: PublicProfile,
    limits: [{ by: "account", count: 600, perS: 600 }],
  }),
  /** Turned upright, cut to a square around its middle, and freed of everything but the picture itself. */
  setPhoto: endpoint({
    summary: "Make a picture the caller's photo, in place of the one before",
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
    summary: "Have no photo",
    method: "DELETE",
    path: "/profiles/me/photo",
    access: "signed-in",
    reply: Profile,
  }),
  /** Open to whoever was told the address, since a page cannot show who it is when it shows a picture. */
  photo: endpoint({
    summary: "A photo, at the address that a profile tells",
    method: "GET",
    path: "/photos/:photoId/:size",
    access: "public",
    params: z.object({ photoId: PhotoId, size: z.enum(["small", "large"]) }),
    file: "image/webp",
    reply: Bytes,
  }),
};
