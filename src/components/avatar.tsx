import { useState } from 'react'
import { cn } from '#/lib/cn.ts'
import type { CSSProperties } from 'react'
import { avatarHue, initialsOf } from './avatar-hue.ts'

type AvatarProps = {
  id: string
  name: string
  image: string | null | undefined
  isSquare?: boolean
  className?: string
}

/**
 * A user's image, or colored initials without one or when it fails to load. Decorative: the name is next to
 * it. Square for organizations. 32 pixels unless `className` says otherwise.
 */
export function Avatar({ id, name, image, isSquare, className }: AvatarProps) {
  const [broken, setBroken] = useState<string>()
  return (
    <span
      aria-hidden="true"
      style={{ '--hue': avatarHue(id) } as CSSProperties}
      className={cn(
        'relative inline-grid shrink-0 place-items-center overflow-hidden avatar font-semibold select-none',
        isSquare ? 'rounded-lg' : 'rounded-full',
        className ?? 'size-8 text-xs',
      )}
    >
      {initialsOf(name)}
      {image && broken !== image ? (
        <img
          // The image may have failed before hydration.
          ref={(shown) => {
            if (shown?.complete && shown.naturalWidth === 0) setBroken(image)
          }}
          src={image}
          alt=""
          onError={() => setBroken(image)}
          className="absolute inset-0 size-full object-cover"
        />
      ) : null}
    </span>
  )
}
