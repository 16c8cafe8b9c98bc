import { msg } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { communitySettings } from "#shared/community-settings.ts";
import { useTitle } from "#shared/ui/use-title.ts";
import { LegalPage, type LegalSection } from "./LegalPage.tsx";
import { preloadOwnText } from "./own-texts.ts";

await preloadOwnText("terms-of-use");

/** The rules that people agree to when they register. */
export function TermsOfUse() {
  const { t } = useLingui();
  useTitle(t`Terms of Use`);
  return (
    <LegalPage
      name="terms-of-use"
      title={t`Terms of Use`}
      builtIn={{
        intro: t`${communitySettings.name} brings together people with empty seats and people who need one. By registering, you agree to the rules below. Please read them.`,
        sections: termsSections,
      }}
    />
  );
}

const termsSections: readonly LegalSection[] = [
  {
    title: msg`What this service is and is not`,
    paragraphs: [
      msg`The service shows rides that members offer and lets other members request seats on them. It is not a transportation provider, employs no drivers, and is not a party to what members agree on. Each ride is arranged between the host and the passenger alone.`,
    ],
  },
  {
    title: msg`Who may use it`,
    points: [
      msg`You are 18 years or older.`,
      msg`You register with your own name, e-mail address and phone number, and keep them up to date.`,
      msg`You have only one account and keep your password secret.`,
    ],
  },
  {
    title: msg`Hosting a ride`,
    points: [
      msg`You hold a valid driving licence for the vehicle. The vehicle is roadworthy, registered and insured for carrying passengers without profit.`,
      msg`You offer only trips that you make anyway, and only seats with a seat belt.`,
      msg`You do not drive under the influence of alcohol or drugs, or when you are too tired.`,
      msg`You keep to what you have agreed and tell your passengers early if something changes.`,
    ],
  },
  {
    title: msg`Riding along`,
    points: [
      msg`You arrive at the meeting point on time, and withdraw early if you cannot come.`,
      msg`You respect the vehicle, the driver and the other passengers, and follow the host's rules for the ride.`,
      msg`You request seats only for yourself and people who travel with you. Children travel only with a responsible adult and in a suitable seat.`,
    ],
  },
  {
    title: msg`Contributions to costs`,
    paragraphs: [
      msg`We do not process payments. Members agree on a passenger's contribution and pay it directly to each other. A contribution is a share of the costs of the trip; together, the contributions must never exceed those costs. Carrying passengers for profit is not allowed here, and may require a permit and different insurance.`,
    ],
  },
  {
    title: msg`How members treat each other`,
    points: [
      msg`No harassment, threats, discrimination or unwanted advances, in messages or on the road.`,
      msg`No fake rides, fake ratings, advertising or collecting of other members' data.`,
      msg`Ratings are honest and about the shared ride.`,
    ],
  },
  {
    title: msg`Safety`,
    paragraphs: [
      msg`Check the other person's profile and ratings before you agree, meet in a public place, and let someone know who you are travelling with. In an emergency, call the emergency number first. Afterwards, report what happened to support.`,
    ],
  },
  {
    title: msg`Your content`,
    paragraphs: [
      msg`What you write remains yours. You allow us to store it and show it to the members it is meant for while your account exists. We may remove content that breaks these rules or the law.`,
    ],
  },
  {
    title: msg`Suspending and closing an account`,
    paragraphs: [
      msg`You can stop using the service and delete your account at any time. Members who break these rules can be warned, suspended or excluded. We tell you why, and you can object by writing to support.`,
    ],
  },
  {
    title: msg`Liability`,
    paragraphs: [
      msg`The service is offered as it is. We take care, but cannot promise that it is always available, that a ride takes place, or that what members say about themselves is true. Members are responsible for damage they cause to each other. We are liable without limit for intent and gross negligence and for injury to life, body and health, and otherwise only as far as the law requires.`,
    ],
  },
  {
    title: msg`Law and changes`,
    paragraphs: [
      msg`The law of the place where the organisation that runs this server is based applies. You keep the consumer protection of the country you live in. When these terms change, every member is asked to agree at their next visit. Members who do not agree can delete their account.`,
    ],
  },
];
