import type { ReactNode } from 'react'
import { SlippedMark } from '#/components/mark.tsx'

type MissingProps = { title: string; text: string; children: ReactNode }

/** The message for a path or an item that doesn't exist, inside a layout. */
export function Missing({ title, text, children }: MissingProps) {
  return (
    <div className="mx-auto grid justify-items-center px-6 py-12 text-center">
      <SlippedMark className="mb-3 size-28" />
      <h1 className="text-2xl leading-8 font-semibold tracking-[-0.02em]">{title}</h1>
      <p className="mt-1.5 mb-6 max-w-[48ch] text-balance text-muted-foreground">{text}</p>
      {children}
    </div>
  )
}
