import type { ReactNode } from 'react'

type PartProps = { id: string; title: string; text?: string; children: ReactNode }

/** A part of the page: heading, a sentence, content. */
export function Part({ id, title, text, children }: PartProps) {
  return (
    <section aria-labelledby={id} className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <div>
        <h2 id={id} className="scroll-below-bars text-lg font-semibold">
          {title}
        </h2>
        {text ? <p className="max-w-[72ch] text-muted-foreground">{text}</p> : null}
      </div>
      {children}
    </section>
  )
}
