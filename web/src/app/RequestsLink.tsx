import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useInfiniteQuery } from "@tanstack/react-query";
import { incomingRequests } from "#features/seat-requests/seat-requests.queries.ts";
import { cx } from "#shared/ui/cx.ts";
import { Icon } from "#shared/ui/Icon.tsx";
import { NavLink } from "#shared/ui/Link.tsx";

/** How many requests wait for an answer of mine; "30+" where there are more than one page of them. */
export function useWaitingRequests(): { count: number; text: string } {
  const { data } = useInfiniteQuery(incomingRequests("pending"));
  const [first] = data?.pages ?? [];
  const count = first?.items.length ?? 0;
  return { count, text: first?.nextCursor ? `${count}+` : String(count) };
}

/** The way to the inbox from everywhere, with how many requests wait in it. */
export function RequestsLink() {
  const { t } = useLingui();
  const { count, text } = useWaitingRequests();
  const hover =
    count > 0 ? t`${plural(count, { one: "# request waits for you", other: "# requests wait for you" })}` : undefined;
  return (
    <NavLink
      to="/requests"
      title={hover}
      className={({ isActive }) =>
        cx(
          "relative grid size-11 place-items-center rounded-md font-semibold hover:bg-sunken lg:flex lg:w-auto lg:gap-2 lg:px-3",
          isActive && "bg-brand-soft text-brand-ink",
        )
      }
    >
      <Icon name="inbox" className="size-6" />
      <span className="max-lg:sr-only">{t`Requests`}</span>
      {count > 0 && (
        <span className="num absolute end-0 top-0.5 min-w-5 rounded-full bg-bad px-1.5 pt-[3px] pb-px text-center text-[12px] leading-4 text-surface lg:static">
          {text}
          <span className="sr-only"> {t`waiting`}</span>
        </span>
      )}
    </NavLink>
  );
}
