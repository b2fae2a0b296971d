import { useState, type ComponentProps } from 'react'
import { cn } from '#/lib/cn.ts'

/** 32 pixels and round unless `className` says otherwise. */
export function Avatar({ className, ...props }: ComponentProps<'span'>) {
  return (
    <span
      data-slot="avatar"
      className={cn(
        'relative inline-grid size-8 shrink-0 place-items-center overflow-hidden rounded-full text-xs font-semibold select-none',
        className,
      )}
      {...props}
    />
  )
}

/** Covers the fallback; not rendered if it fails to load. */
export function AvatarImage({ src, alt = '', className, ...props }: ComponentProps<'img'>) {
  const [broken, setBroken] = useState<string>()
  if (!src || broken === src) return null
  return (
    <img
      data-slot="avatar-image"
      // The image may have failed before hydration.
      ref={(shown) => {
        if (shown?.complete && shown.naturalWidth === 0) setBroken(src)
      }}
      src={src}
      alt={alt}
      onError={() => setBroken(src)}
      className={cn('absolute inset-0 size-full object-cover', className)}
      {...props}
    />
  )
}

export function AvatarFallback({ className, ...props }: ComponentProps<'span'>) {
  return (
    <span
      data-slot="avatar-fallback"
      className={cn('grid size-full place-items-center bg-muted', className)}
      {...props}
    />
  )
}
