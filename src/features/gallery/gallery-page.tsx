import type { ComponentType } from 'react'
import { Card, CardContent } from '#/components/ui/card.tsx'
import { useTranslate } from '@plinth/core/texts'
import { Badges, Buttons, Colors } from './looks.tsx'
import { Fields, ExampleForm, KindsForm } from './fields.tsx'
import { Overlays } from './overlays.tsx'
import { Empties, ExampleTable, Loading, Navigation, SmallParts } from './patterns.tsx'

const sections = [
  ['colors', Colors],
  ['buttons', Buttons],
  ['badges', Badges],
  ['fields', Fields],
  ['form', ExampleForm],
  ['kinds', KindsForm],
  ['table', ExampleTable],
  ['loading', Loading],
  ['empty', Empties],
  ['overlays', Overlays],
  ['navigation', Navigation],
  ['small', SmallParts],
] as const

/** Every component in every variant and state. `Preferences` shows the switches of language and theme. */
export function GalleryPage({ Preferences }: { Preferences: ComponentType }) {
  const t = useTranslate()
  return (
    <main className="mx-auto grid w-full max-w-[1120px] grid-cols-[minmax(0,1fr)] gap-10 px-4 py-8 sm:px-6">
      <header className="flex items-start justify-between gap-4">
        <div className="grid gap-1">
          <h1 className="text-2xl font-semibold">{t('gallery:title')}</h1>
          <p className="text-muted-foreground">{t('gallery:intro')}</p>
        </div>
        <div className="flex items-center">
          <Preferences />
        </div>
      </header>
      <nav aria-label={t('gallery:title')} className="-mt-4">
        <ul className="flex flex-wrap gap-x-4 text-sm">
          {sections.map(([name]) => (
            <li key={name}>
              <a
                href={`#${name}`}
                className="inline-flex min-h-8 items-center text-muted-foreground hover:text-foreground pointer-coarse:min-h-11"
              >
                {t(`gallery:sections.${name}`)}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      {sections.map(([name, Section]) => (
        <section key={name} aria-labelledby={name} className="grid grid-cols-[minmax(0,1fr)] gap-3">
          <h2 id={name} className="scroll-mt-6 text-lg font-semibold">
            {t(`gallery:sections.${name}`)}
          </h2>
          <Card>
            <CardContent className="grid grid-cols-[minmax(0,1fr)] gap-6">
              <Section />
            </CardContent>
          </Card>
        </section>
      ))}
    </main>
  )
}
