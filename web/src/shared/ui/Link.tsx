import type { ComponentProps, ReactNode } from "react";
import { type To, useHref, useLinkClickHandler, useLocation } from "react-router";

interface LinkProps extends Omit<ComponentProps<"a">, "href" | "target"> {
  to: To;
  replace?: boolean;
  /** History state for the target page. */
  state?: unknown;
}

/** A link to a page of the app. The router's own link adds 4 kB for server-rendered pages. */
export function Link({ to, replace = false, state, onClick, ...rest }: LinkProps) {
  const follow = useLinkClickHandler(to, {
    state,
    ...(replace && { replace }),
  });
  return (
    <a
      {...rest}
      href={useHref(to)}
      onClick={(event) => {
        onClick?.(event);
        if (!event.defaultPrevented) follow(event);
      }}
    />
  );
}

interface NavLinkProps extends Omit<LinkProps, "className" | "children" | "to"> {
  to: string;
  className: (at: { isActive: boolean }) => string;
  children: ReactNode | ((at: { isActive: boolean }) => ReactNode);
}

/** A link that shows whether its page, or one below it, is active. */
export function NavLink({ to, className, children, ...rest }: NavLinkProps) {
  const { pathname } = useLocation();
  const isActive = `${pathname}/`.startsWith(`${to}/`);
  return (
    <Link
      {...rest}
      to={to}
      className={className({ isActive })}
      aria-current={isActive ? "page" : undefined}
    >
      {typeof children === "function" ? children({ isActive }) : children}
    </Link>
  );
}
