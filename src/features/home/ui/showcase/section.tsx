import type { ReactNode } from 'react'
import { useTranslate } from '@plinth/core/texts'

type SectionProps = { id: 'features' | 'figures' | 'steps'; hasIntro?: boolean; children: ReactNode }

/** A section of the home page; the header links to its `id`. */
export function Section({ id, hasIntro, children }: SectionProps) {
  const t = useTranslate()
  return (
    <section id={id} aria-labelledby={`${id}-title`} className="scroll-mt-16 pt-20 sm:pt-32">
      <div className="mb-7 grid max-w-[40rem] gap-3 sm:mb-10">
        <h2 id={`${id}-title`} className="text-2xl font-semibold tracking-[-0.025em] sm:text-3xl">
          {t(`showcase:${id}.title`)}
        </h2>
        {hasIntro ? (
          <p className="text-lg text-muted-foreground sm:text-[1.125rem] sm:leading-7">
            {t('showcase:features.intro')}
          </p>
        ) : null}
      </div>
      {children}
    </section>
  )
}
