import type { ReactNode } from 'react'
import { useTranslate } from '@plinth/core/texts'

type SectionProps = { id: 'code' | 'features' | 'figures' | 'missing' | 'steps'; children: ReactNode }

/** A section of the home page; the header links to its `id`. */
export function Section({ id, children }: SectionProps) {
  const t = useTranslate()
  return (
    <section id={id} aria-labelledby={`${id}-title`} className="scroll-mt-16 pt-20 sm:pt-32">
      <div className="mb-7 grid max-w-[40rem] gap-3 sm:mb-10">
        <h2 id={`${id}-title`} className="text-2xl font-semibold tracking-[-0.025em] sm:text-3xl">
          {t(`showcase:${id}.title`)}
        </h2>
        {id === 'code' || id === 'features' ? (
          <p className="text-lg text-muted-foreground sm:text-[1.125rem] sm:leading-7">
            {t(`showcase:${id}.intro`)}
          </p>
        ) : null}
      </div>
      {children}
    </section>
  )
}
