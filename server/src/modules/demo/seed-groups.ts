import { DAY_MS } from "@commonlane/contract/durations";
import type { GroupChange } from "@commonlane/contract/groups";
import { changeGroup, createGroup, joinGroup } from "#modules/groups/index.ts";
import type { Context } from "#platform/context.ts";
import { HOST, NEWCOMER } from "./people.ts";
import { type DemoUser, usersByName } from "./demo-accounts.ts";

/** Days between two members who join. */
const JOINS_EVERY_DAYS = 3;

const groupStories: readonly {
  readonly name: string;
  readonly description: string;
  readonly joining: GroupChange["joining"];
  /** The one who created it; otherwise the first member. */
  readonly manager?: string;
  readonly members: (person: DemoUser["person"]) => boolean;
  readonly request?: {
    readonly by: string;
    readonly message: string;
  };
}[] = [
  {
    name: "Commuters to Zürich",
    description: "For all who work in Zürich and would rather not drive there alone every day.",
    joining: "open",
    members: ({ goal, timetable }) =>
      [goal, ...timetable.map(({ goal }) => goal)].includes("Zürich"),
  },
  {
    name: "University staff and students",
    description: "Lectures start at eight, and the car park is full at half past seven.",
    joining: "approval",
    members: ({ goal, timetable }) =>
      [goal, ...timetable.map(({ goal }) => goal)].includes("University"),
  },
  {
    name: "Neighbours in Vaduz",
    description: "Shopping, the tip, the airport: someone is going anyway.",
    joining: "approval",
    manager: HOST,
    members: ({ home, name }) => home === "Vaduz" && name !== NEWCOMER,
    request: {
      by: NEWCOMER,
      message: "I moved to Vaduz last week and don't have a car.",
    },
  },
];

/** Groups with members who joined one after the other, and a request that waits. */
export async function seedGroups(ctx: Context, users: readonly DemoUser[]): Promise<void> {
  const userByName = usersByName(users);
  const nowMs = ctx.now().getTime();
  for (const { manager, members, request, ...story } of groupStories) {
    const joining = users.filter(({ person }) => members(person));
    const first = manager === undefined ? joining[0] : userByName(manager);
    if (!first) continue;
    const others = joining.filter(({ caller }) => caller.uid !== first.caller.uid);
    /** At that time, or when the later of the accounts was created. */
    const at = (turns: number, ...later: readonly DemoUser[]): Context => {
      const times = [
        nowMs - turns * JOINS_EVERY_DAYS * DAY_MS,
        ...later.map(({ joinedAt }) => joinedAt.getTime()),
      ];
      return {
        ...ctx,
        now: () => new Date(Math.max(...times)),
      };
    };
    const settings = {
      ...story,
      requiredMarkId: null,
      isListed: true,
      showsSize: true,
      memberList: "members",
    } as const;
    const { id } = await createGroup(at(others.length + 1, first), first.caller.uid, {
      ...settings,
      joining: "open",
    });
    for (const [n, other] of others.entries())
      await joinGroup(
        at(others.length - n, first, other),
        { groupId: id, uid: other.caller.uid },
        null,
      );
    await changeGroup(
      ctx,
      {
        groupId: id,
        uid: first.caller.uid,
      },
      settings,
    );
    if (request)
      await joinGroup(
        ctx,
        {
          groupId: id,
          uid: userByName(request.by).caller.uid,
        },
        request.message,
      );
  }
}
