import type { ReactNode } from 'react'
import { Motif } from '#/components/motif.tsx'

type MissingProps = { title: string; text: string; children: ReactNode }

/** The message for a path or an item that doesn't exist, inside a layout. */
export function Missing({ title, text, children }: MissingProps) {
  return (
    <div className="mx-auto grid justify-items-center px-6 py-12 text-center">
      <Motif className="mb-5 size-28 text-muted-foreground" />
      <h1 className="text-2xl leading-8 font-semibold tracking-[-0.02em]">{title}</h1>
      <p className="mt-1.5 mb-6 max-w-[48ch] text-balance text-muted-foreground">{text}</p>
      {children}
    </div>
  )
}
