import type { CSSProperties } from 'react'
import { cn } from '#/lib/cn.ts'
import { avatarHue, initialsOf } from '@plinth/core/format'
import { Avatar, AvatarFallback, AvatarImage } from './ui/avatar.tsx'

type UserAvatarProps = {
  id: string
  name: string
  image: string | null | undefined
  /** For an organization: square and in the primary color everywhere. */
  isSquare?: boolean
  className?: string
}

/**
 * A user's image, or colored initials when there is none or it fails to load. Decorative: the name is next to
 * it.
 */
export function UserAvatar({ id, name, image, isSquare, className }: UserAvatarProps) {
  return (
    <Avatar
      aria-hidden="true"
      style={{ '--hue': avatarHue(id) } as CSSProperties}
      className={cn(isSquare && 'rounded-md', className)}
    >
      {/* Painted by the style sheet: as a text they would be part of a button's label that its name must repeat. */}
      <AvatarFallback
        data-initials={initialsOf(name)}
        className={isSquare ? 'bg-primary text-primary-foreground' : 'avatar'}
      />
      <AvatarImage src={image ?? undefined} />
    </Avatar>
  )
}
