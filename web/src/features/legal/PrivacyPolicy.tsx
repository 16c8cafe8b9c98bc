import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { communitySettings } from "#shared/community-settings.ts";
import { useTitle } from "#shared/ui/use-title.ts";
import { LegalPage, type LegalSection } from "./LegalPage.tsx";
import { preloadOwnText } from "./own-texts.ts";

await preloadOwnText("privacy-policy");

/** Which personal data is stored and why, and which rights people have. */
export function PrivacyPolicy() {
  const { t } = useLingui();
  useTitle(t`Privacy Policy`);
  return (
    <LegalPage
      name="privacy-policy"
      title={t`Privacy Policy`}
      builtIn={{
        intro: t`${communitySettings.name} is run on its own server by the organisation that offers it to you. This page explains which data we keep about you and why, who can see it, and how to change or delete it.`,
        sections: privacySections,
      }}
    />
  );
}

/** Retention periods of personal data, taken from the settings of this server. */
function listRetentionPeriods(): MessageDescriptor[] {
  const { grace, dormant, dormantGrace, exports, messages, notices, accountEvents, reports } =
    communitySettings.retentionDays;
  return [
    msg`Codes sent by e-mail expire after an hour at most. Your live position is deleted as soon as you go offline.`,
    msg`Rides, requests and ratings are kept while your account exists, because ratings and reliability are calculated from them.`,
    messages === 0
      ? msg`Messages are kept while your account exists.`
      : msg`Messages are deleted ${messages} days after the last one in a conversation.`,
    msg`Notifications are kept for ${notices} days, sign-ins and account changes for ${accountEvents} days, exports of your data for ${exports} days, and resolved reports for ${reports} days.`,
    msg`When you delete your account, other members can no longer see you. For ${grace} days, you can restore it by signing in. After that, everything you wrote is deleted. What other members need for their own records stays, under the name “former member”.`,
    ...(dormant === 0
      ? []
      : [
          msg`An account that has not been used for ${dormant} days is deleted ${dormantGrace} days after we announce it by e-mail. Signing in keeps it.`,
        ]),
  ];
}

const legalEntity = communitySettings.legalEntity
  ?.split("\n")
  .map((line) => line.trim())
  .filter(Boolean)
  .join(", ");
const placesM = communitySettings.approximateToM.places;

const privacySections: readonly LegalSection[] = [
  {
    title: msg`Who is responsible`,
    paragraphs: [
      legalEntity !== undefined
        ? msg`${legalEntity} runs this server, is responsible for your data and decides how it is used. You can reach it at the support address at the end of this page.`
        : msg`The organisation that runs this server is responsible for your data and decides how it is used. You can reach it at the support address at the end of this page.`,
    ],
  },
  {
    title: msg`What we keep`,
    points: [
      msg`Your account: your e-mail address, your password in a protected form that cannot be reversed, and whether your e-mail is verified.`,
      msg`Your profile: name, phone number, gender, date of birth or your confirmation that you are 18 or older, and anything you choose to add, such as languages, preferences and vehicles.`,
      msg`Your rides and requests: places, times, seats, contributions, messages sent with a request, and its outcome.`,
      msg`Your messages to other members, and the ratings you give and receive.`,
      msg`Your position, only while you are online as a driver or share a trip.`,
      msg`Technical logs that a server needs: request times, error reports and network addresses, without the content of your messages.`,
    ],
  },
  {
    title: msg`What we use it for`,
    paragraphs: [
      msg`To match rides with people who need one, to let both sides agree and recognise each other, to notify you about your rides and requests, to keep members safe, and to keep the service running. The legal basis is the agreement you enter by registering. For security and the prevention of misuse, it is our legitimate interest. For your live position and notifications, it is your consent, which you can withdraw at any time.`,
      msg`We do not sell data, show advertising or build profiles of you for third parties.`,
    ],
  },
  {
    title: msg`Who can see what`,
    points: [
      placesM === 0
        ? msg`People you do not travel with see your first name, the first letter of your last name, and places as you entered them.`
        : msg`People you do not travel with see your first name, the first letter of your last name, and places rounded to about ${placesM} metres.`,
      msg`Once a seat is accepted, both sides see the exact meeting point, the vehicle's number plate and, if you share it, your phone number. The phone number is hidden again a day after the ride.`,
      msg`People you block cannot see anything about you, and you cannot see anything about them.`,
      msg`The administrators of this server can see what they need to handle a report or a legal request.`,
    ],
  },
  {
    title: msg`Where it is stored`,
    paragraphs: [
      communitySettings.addresses === null
        ? msg`Your data is stored in the database of this server. Maps and place search also come from this server, so no other company learns where you are when you use them. E-mails are sent through the mail provider of the organisation that runs this server. If it connects other services, it names them here.`
        : msg`Your data is stored in the database of this server. When you search for an address, choose a point on the map or use your location, this server sends it to an address search service, without your name or your device's network address. E-mails are sent through the mail provider of the organisation that runs this server. If it connects other services, it names them here.`,
    ],
  },
  {
    title: msg`How long we keep it`,
    points: listRetentionPeriods(),
  },
  {
    title: msg`What this app stores on your device`,
    paragraphs: [
      msg`One cookie that keeps you signed in. Scripts cannot read it, and it is sent only to this server. There are no advertising or tracking cookies, so there is nothing to accept or decline. Your browser also stores, for this app only:`,
    ],
    points: [
      msg`That you are signed in and, until you log out, your name, e-mail address, phone number, gender and the address of your photo, so that the app opens offline.`,
      msg`Until you log out, for reading offline: your rides, requests, chats and notifications, and the last five places you chose.`,
      msg`What you have typed into forms but not sent, until you log out or close the tab. A registration that could not be completed, for up to seven days.`,
      msg`Whether this browser shows your notifications, whether you share your position as a driver, which announcements you have dismissed, and your appearance setting.`,
    ],
  },
  {
    title: msg`Your rights`,
    paragraphs: [
      msg`You can see and change most of your data in your profile. You have the right to a copy of everything we keep about you, to have it corrected or deleted, to restrict its use, and to object to its use. Under “Your data” in your profile, you can download that copy and delete your account yourself. For everything else, write to the support address; you will get an answer within a month. You can also complain to the data protection authority where you live.`,
    ],
  },
  {
    title: msg`Age`,
    paragraphs: [
      msg`The service is for people aged 18 and over. Accounts of younger people are closed.`,
    ],
  },
  {
    title: msg`Changes`,
    paragraphs: [
      msg`When this policy changes, every member is asked to agree to it. The date at the top shows when it last changed.`,
    ],
  },
];
