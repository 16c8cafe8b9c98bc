import type { PublicPerson } from "@commonlane/contract/profiles";
import type { Reliability } from "@commonlane/contract/reliability";
import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { RatingText } from "./RatingText.tsx";
import { ReliabilityFacts } from "./ReliabilityFacts.tsx";
import { ReliabilityText } from "./ReliabilityText.tsx";

i18n.loadAndActivate({ locale: "en", messages: {} });

const render = (node: ReactNode) =>
  renderToStaticMarkup(<I18nProvider i18n={i18n}>{node}</I18nProvider>);
const ratings = (count: number) => render(<RatingText person={rated(count)} />);
const reliabilityText = (commitments: number) =>
  render(<ReliabilityText person={{ reliability: { ...RELIABILITY, commitments, late: 1 } }} />);
const reliabilityFacts = (record: Partial<Reliability>) =>
  render(<ReliabilityFacts reliability={{ ...RELIABILITY, ...record }} isOwn={false} />);

test("uses the singular for one rating, ride or request", () => {
  expect(ratings(1)).toContain("5.0 of 5 stars, 1 rating<");
  expect(ratings(2)).toContain("5.0 of 5 stars, 2 ratings<");
  expect(reliabilityText(1)).toContain(">the last one cancelled late or missed<");
  expect(reliabilityText(4)).toContain(">1 of the last 4 cancelled late or missed<");
  expect(reliabilityFacts({ commitments: 1 })).toContain(">The last booked ride took place<");
  expect(reliabilityFacts({ commitments: 1, late: 1 })).toContain(
    ">The last booked ride didn&#x27;t take place<",
  );
  expect(reliabilityFacts({ commitments: 5, late: 4 })).toContain(
    ">1 of the last 5 booked rides took place<",
  );
  expect(reliabilityFacts({ requests: 1 })).toContain(">Didn&#x27;t answer the last request<");
  expect(reliabilityFacts({ requests: 3 })).toContain(">Answered none of the last 3 requests<");
  expect(reliabilityFacts({ requests: 1, answered: 1, answerS: 600 })).toContain(
    ">Answered the last request within 10 min<",
  );
  const some = reliabilityFacts({ requests: 3, answered: 2, answerS: 600 });
  expect(some).toContain(">Answered 2 of the last 3 requests, usually within 10 min<");
});

const RELIABILITY: Reliability = {
  completed: 1,
  commitments: 0,
  early: 0,
  late: 0,
  lastMinute: 0,
  absent: 0,
  weight: 0,
  requests: 0,
  answered: 0,
  answerS: null,
};

const rated = (count: number): PublicPerson => ({
  uid: "amara",
  displayName: "Amara O.",
  initials: "AO",
  photo: null,
  rating: { mean: 5, count },
  reliability: null,
});
