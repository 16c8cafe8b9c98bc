import { msg } from "@lingui/core/macro";
import { communitySettings } from "#shared/community-settings.ts";
import { listRetentionPeriods } from "./retention-list.ts";
import type { LegalSection } from "./LegalPage.tsx";

const placesM = communitySettings.approximateToM.places;

export const privacySections: readonly LegalSection[] = [
  {
    title: msg`Who is responsible`,
    paragraphs: [
      msg`The organisation that runs this server decides how your data is used and answers for it. You reach it at the support address at the end of this page.`,
    ],
  },
  {
    title: msg`What we keep`,
    points: [
      msg`Your account: e-mail address, a protected form of your password that cannot be read back, and whether your e-mail is verified.`,
      msg`Your profile: name, phone number, gender, date of birth or your word that you are 18 or older, and what you choose to add, such as languages, preferences and vehicles.`,
      msg`Your rides and requests: places, times, seats, contributions, messages that belong to a request, and what became of it.`,
      msg`Your messages to other members, and ratings you give and receive.`,
      msg`Your position, only while you have switched yourself to active as a driver.`,
      msg`Technical records that a server needs: times of calls, error reports and network addresses, without the content of what you write.`,
    ],
  },
  {
    title: msg`What we use it for`,
    paragraphs: [
      msg`To match rides with people who need one, to let both sides agree and recognise each other, to tell you what happened to your rides and requests, to keep members safe, and to keep the service running. The legal basis is the agreement you enter by registering; for security and the prevention of misuse it is our legitimate interest, and for your live position and notifications it is your consent, which you can withdraw at any time.`,
      msg`We do not sell data, we do not show advertising, and we do not build profiles of you for anybody else.`,
    ],
  },
  {
    title: msg`Who sees what`,
    points: [
      placesM === 0
        ? msg`People who do not know you yet see your first name, the first letter of your last name, and places as you gave them.`
        : msg`People who do not know you yet see your first name, the first letter of your last name, and places rounded to about ${placesM} metres.`,
      msg`Once a seat is accepted, both sides see the exact meeting point, the vehicle's number plate and, if you share it, your phone number. The phone number disappears again a day after the ride.`,
      msg`Somebody you have blocked sees nothing of you, and you see nothing of them.`,
      msg`The administrators of this server can see what is needed to answer a report or a legal request.`,
    ],
  },
  {
    title: msg`Where it is stored`,
    paragraphs: [
      communitySettings.addresses === null
        ? msg`Your data lies in the database of this server. Maps and the search for places are served from here too, so looking at them tells no other company where you are. E-mails go out through the mail provider of the organisation that runs this server. If it connects further services, it names them here.`
        : msg`Your data lies in the database of this server. What you type to find a street, and the spots you choose on a map or where you are when you ask for it, are sent from here to a service that knows streets, without your name and without the address of your device. E-mails go out through the mail provider of the organisation that runs this server. If it connects further services, it names them here.`,
    ],
  },
  {
    title: msg`How long we keep it`,
    points: listRetentionPeriods(),
  },
  {
    title: msg`What this app stores on your device`,
    paragraphs: [
      msg`One cookie that keeps you signed in; scripts cannot read it, and it is sent to nobody but this server. There are no cookies for advertising or for following you, so there is nothing to accept or refuse. Besides, your browser keeps for this app alone:`,
    ],
    points: [
      msg`That a session exists, and until you log out your name, e-mail address, phone number, gender and the address of your photo, so that the app opens without a network.`,
      msg`Until you log out, for reading without a network: your own rides, requests, chats and notices, and the last five places that you chose.`,
      msg`What you have typed into forms and not sent, until you log out or close the tab. A registration that could not be completed, for seven days at most.`,
      msg`Whether this browser shows your notifications, whether you share where you are as a driver, which announcements you have read, and how the app looks.`,
    ],
  },
  {
    title: msg`Your rights`,
    paragraphs: [
      msg`You can see and change most of your data in your profile. You can ask for a copy of everything we keep about you, for its correction or removal, for a limit on its use, and you can object to its use. Under “Your data” in your profile you download that copy and delete your account yourself; for everything else write to the support address, and you get an answer within a month. You can also complain to the data protection authority where you live.`,
    ],
  },
  {
    title: msg`Age`,
    paragraphs: [msg`The service is for people of 18 years and older. Accounts of younger people are closed.`],
  },
  {
    title: msg`Changes`,
    paragraphs: [
      msg`When this policy changes, every member is asked whether they agree. The date at the top says when it was last changed.`,
    ],
  },
];
