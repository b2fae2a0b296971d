import { useState, type ComponentProps } from 'react'
import { cn } from '#/lib/cn.ts'

/** 32 pixels and round unless `className` says otherwise. */
export function Avatar({ className, ...props }: ComponentProps<'span'>) {
  return <span data-slot="avatar" className={className} {...props} />
}

/** Covers the fallback, transparent parts included; not rendered if it fails to load. */
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
      className={cn('absolute inset-0 size-full bg-card object-cover', className)}
      {...props}
    />
  )
}

export function AvatarFallback({ className, ...props }: ComponentProps<'span'>) {
  return <span data-slot="avatar-fallback" className={className} {...props} />
}
