import { Link } from '@tanstack/react-router'
import { UserAvatar } from './user-avatar.tsx'

type Shown = { id: string; title: string; image: string | null; path: string | null }

type ReferenceLinkProps = {
  /** Null if it is gone. */
  to: Shown | null
  /** Said of one that is gone. */
  missing: string
}

/** The title of a row that another refers to, as a link if it has a page. */
export function ReferenceLink({ to, missing }: ReferenceLinkProps) {
  if (!to) return <span className="text-muted-foreground">{missing}</span>
  return to.path === null ? (
    to.title
  ) : (
    <Link to={to.path} className="rounded-sm underline-offset-2 hover:underline">
      {to.title}
    </Link>
  )
}

/** A user that a row refers to. */
export function ReferredUser({ to, missing }: ReferenceLinkProps) {
  if (!to) return <span className="text-muted-foreground">{missing}</span>
  return (
    <span className="flex min-w-0 items-center gap-2">
      <UserAvatar id={to.id} name={to.title} image={to.image} className="size-5 text-[9px]" />
      <span className="truncate">{to.title}</span>
    </span>
  )
}
