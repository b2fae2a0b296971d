import { Link } from '@tanstack/react-router'

type OtherViewProps = { to: '/dashboard/settings' | '/dashboard/settings-enhanced'; children: string }

/** Links the other view of the same settings: as tabs, or on one page. Not on phones. */
export function OtherView({ to, children }: OtherViewProps) {
  return (
    <Link to={to} className="rounded-sm underline underline-offset-2 hover:text-foreground max-md:hidden">
      {children}
    </Link>
  )
}
