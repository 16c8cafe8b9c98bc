import { msg } from "@lingui/core/macro";
import type { LegalSection } from "./LegalPage.tsx";

export const termsSections: readonly LegalSection[] = [
  {
    title: msg`What this service is, and what it is not`,
    paragraphs: [
      msg`The service shows rides that members offer and lets other members ask for seats on them. It is not a transportation provider, it employs no drivers, and it is not a party to what members agree on. The ride itself is arranged between the host and the passenger alone.`,
    ],
  },
  {
    title: msg`Who may use it`,
    points: [
      msg`You are 18 years or older.`,
      msg`You register with your own name, an e-mail address and a phone number that are yours, and keep them correct.`,
      msg`You have one account and keep your password to yourself.`,
    ],
  },
  {
    title: msg`Hosting a ride`,
    points: [
      msg`You hold a valid licence for the vehicle, and the vehicle is roadworthy, registered and insured for carrying passengers without profit.`,
      msg`You offer only journeys that you make anyway, and only seats with a seat belt.`,
      msg`You do not drive under the influence of alcohol or drugs, nor when you are too tired.`,
      msg`You keep to what you have agreed, and tell your passengers early when something changes.`,
    ],
  },
  {
    title: msg`Riding along`,
    points: [
      msg`You are at the meeting point in time, and withdraw early when you cannot come.`,
      msg`You respect the vehicle, its driver and the other passengers, and follow the rules the host has named for the ride.`,
      msg`You ask for seats only for yourself and people who travel with you. Children travel only together with an adult who is responsible for them, and in a suitable seat.`,
    ],
  },
  {
    title: msg`Contributions to costs`,
    paragraphs: [
      msg`We process no payments. What a passenger contributes is arranged and paid directly between the members. A contribution shares the costs of the journey; together, the contributions must never exceed those costs. Carrying passengers for profit is not allowed here and may need a permit and another insurance.`,
    ],
  },
  {
    title: msg`How members treat each other`,
    points: [
      msg`No harassment, threats, discrimination or unwanted advances, neither in messages nor on the road.`,
      msg`No false rides, false ratings, advertising, or collecting of other members' data.`,
      msg`Ratings are honest and about the ride that was shared.`,
    ],
  },
  {
    title: msg`Safety`,
    paragraphs: [
      msg`Look at the profile and the ratings before you agree, meet in a place where other people are, and tell somebody whom you travel with. In an emergency call the emergency number first. Report what went wrong to support afterwards.`,
    ],
  },
  {
    title: msg`Your content`,
    paragraphs: [
      msg`What you write stays yours. You allow us to store it and to show it to those members it is meant for, for as long as your account exists. We may remove content that breaks these rules or the law.`,
    ],
  },
  {
    title: msg`Suspending and ending an account`,
    paragraphs: [
      msg`You can stop using the service at any time and ask for your account to be removed. Who breaks these rules can be warned, suspended or excluded; you are told why and can object by writing to support.`,
    ],
  },
  {
    title: msg`What we answer for`,
    paragraphs: [
      msg`The service is offered as it is. We take care, but cannot promise that it is always available, that a ride takes place, or that what members say about themselves is true. For damage that members cause each other they answer themselves. We are liable without limit for intent and gross negligence and for injury to life, body and health, and otherwise only as far as the law requires.`,
    ],
  },
  {
    title: msg`Law and changes`,
    paragraphs: [
      msg`The law of the place where the organisation that runs this server has its seat applies, and the consumer protection of the country you live in stays with you. When these terms change, every member is asked at their next visit whether they agree; who does not can end the account.`,
    ],
  },
];
