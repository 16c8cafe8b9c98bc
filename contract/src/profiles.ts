import * as z from "zod/mini";
import { endpoint } from "./endpoint.ts";
import { NAME_MAX_LENGTH, NOTE_MAX_LENGTH } from "./limits.ts";
import { cleanText, Id, TimeZone } from "./shapes.ts";

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

export const Vehicle = z.object({
  id: Id,
  make: cleanText(40),
  model: cleanText(40),
  colour: cleanText(30),
  plate: cleanText(15),
  seats: z.int().check(z.gte(1), z.lte(8)),
});
export type Vehicle = z.infer<typeof Vehicle>;

export const Phone = z
  .string()
  .check(z.regex(/^\+[1-9]\d{6,13}$/, "Please give the phone number with its country code, like +12025550123."));

/** A person's own record, as that person sees it. */
export const Profile = z.object({
  uid: Id,
  email: z.string(),
  emailVerified: z.boolean(),
  displayName: z.nullable(z.string()),
  firstName: z.nullable(z.string()),
  lastName: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  phoneVerified: z.boolean(),
  gender: z.nullable(Gender),
  /** A calendar date, YYYY-MM-DD. */
  birthDate: z.nullable(z.string()),
  /** The person said to be 18 or older without giving a date. */
  adultDeclared: z.boolean(),
  bio: z.nullable(z.string()),
  languages: z.array(z.string()),
  preferences: Preferences,
  vehicles: z.array(Vehicle),
  locale: z.nullable(z.string()),
  timeZone: z.nullable(z.string()),
  createdAt: z.iso.datetime(),
});
export type Profile = z.infer<typeof Profile>;

const Name = z.pipe(cleanText(NAME_MAX_LENGTH), z.string().check(z.minLength(1)));

export const ProfileChange = z.partial(
  z.object({
    firstName: Name,
    lastName: Name,
    phone: z.nullable(Phone),
    gender: Gender,
    birthDate: z.nullable(z.iso.date()),
    adultDeclared: z.boolean(),
    bio: z.nullable(cleanText(NOTE_MAX_LENGTH)),
    languages: z.array(z.string().check(z.regex(/^[a-z]{2,3}(-[A-Za-z0-9]{2,8})?$/))).check(z.maxLength(20)),
    preferences: Preferences,
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
  rating: z.object({ mean: z.nullable(z.number()), count: z.int() }),
  reliability: z.nullable(z.object({ completed: z.int() })),
});
export type PublicPerson = z.infer<typeof PublicPerson>;

export const profiles = {
  own: endpoint({
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
};
