import { Link } from '@tanstack/react-router'

type OtherViewProps = { to: '/dashboard/settings' | '/dashboard/settings-enhanced'; children: string }

/** Links the other view of the same settings: as tabs, or on one page. Not on phones. */
export function OtherView({ to, children }: OtherViewProps) {
  return (
    <Link
      to={to}
      data-not-on-phones=""
      className="rounded-sm text-sm text-muted-foreground underline underline-offset-2 hover:text-foreground"
    >
      {children}
    </Link>
  )
}
