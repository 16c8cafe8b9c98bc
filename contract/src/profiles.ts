import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { NAME_MAX_LENGTH, NOTE_MAX_LENGTH } from "./limits.ts";
import { cleanText, Id, TimeZone } from "./shapes.ts";

export const Gender = z.enum(["male", "female", "nonbinary", "undisclosed"]);
export type Gender = z.infer<typeof Gender>;

/** What a ride or a person likes on board; null means nothing was said. */
export const Preferences = z.object({
  smoking: z.enum(["no", "breaks", "yes"]).nullish(),
  pets: z.enum(["no", "small", "yes"]).nullish(),
  music: z.enum(["quiet", "some", "loud"]).nullish(),
  talk: z.enum(["quiet", "some", "lots"]).nullish(),
});
export type Preferences = z.infer<typeof Preferences>;

export const Vehicle = z.object({
  id: Id,
  make: cleanText(40),
  model: cleanText(40),
  colour: cleanText(30),
  plate: cleanText(15),
  seats: z.int().min(1).max(8),
});
export type Vehicle = z.infer<typeof Vehicle>;

export const Phone = z
  .string()
  .regex(/^\+[1-9]\d{6,13}$/, "Please give the phone number with its country code, like +12025550123.");

/** A person's own record, as that person sees it. */
export const Profile = z.object({
  uid: Id,
  email: z.string(),
  emailVerified: z.boolean(),
  displayName: z.string().nullable(),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  phone: z.string().nullable(),
  phoneVerified: z.boolean(),
  gender: Gender.nullable(),
  /** A calendar date, YYYY-MM-DD. */
  birthDate: z.string().nullable(),
  /** The person said to be 18 or older without giving a date. */
  adultDeclared: z.boolean(),
  bio: z.string().nullable(),
  languages: z.array(z.string()),
  preferences: Preferences,
  vehicles: z.array(Vehicle),
  locale: z.string().nullable(),
  timeZone: z.string().nullable(),
  createdAt: z.iso.datetime(),
});
export type Profile = z.infer<typeof Profile>;

const Name = cleanText(NAME_MAX_LENGTH).pipe(z.string().min(1));

export const ProfileChange = z
  .object({
    firstName: Name,
    lastName: Name,
    phone: Phone.nullable(),
    gender: Gender,
    birthDate: z.iso.date().nullable(),
    adultDeclared: z.boolean(),
    bio: cleanText(NOTE_MAX_LENGTH).nullable(),
    languages: z.array(z.string().regex(/^[a-z]{2,3}(-[A-Za-z0-9]{2,8})?$/)).max(20),
    preferences: Preferences,
    vehicles: z.array(Vehicle.extend({ id: Id.optional() })).max(10),
    locale: z.string().max(20).nullable(),
    timeZone: TimeZone.nullable(),
  })
  .partial();
export type ProfileChange = z.infer<typeof ProfileChange>;

/** How a person looks to those who do not know them yet: first name and initial. */
export const PublicPerson = z.object({
  uid: Id,
  displayName: z.string(),
  initials: z.string(),
  rating: z.object({ mean: z.number().nullable(), count: z.int() }),
  reliability: z.object({ completed: z.int() }).nullable(),
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
