import { Answer } from './answer.tsx'
import { CodeTour } from './code-tour.tsx'
import { Figures } from './figures.tsx'
import { MembersTile } from './members-tile.tsx'
import { ProductFrame } from './product-frame.tsx'
import { Section } from './section.tsx'
import { Steps } from './steps.tsx'
import { Check, Database, Languages, ListTodo, Lock, Mail, ShieldCheck } from 'lucide-react'
import { buttonVariants } from '#/components/ui/button.tsx'
import { useTranslate } from '@plinth/core/texts'
import { pieceClass, Tile } from './tile.tsx'

/** The product rendered with its own classes and messages. None of it is hydrated. */
export function Showcase() {
  return (
    <>
      <ProductFrame />
      <Stack />
      <Section id="code">
        <CodeTour />
      </Section>
      <Section id="features">
        <div className="grid gap-4 sm:gap-5 lg:grid-cols-12">
          <SecondFactorTile />
          <MembersTile />
          <Answer />
        </div>
        <SmallTiles />
      </Section>
      <Section id="figures">
        <Figures />
      </Section>
      <Section id="missing">
        <Missing />
      </Section>
      <Section id="steps">
        <Steps />
      </Section>
    </>
  )
}

const DIGITS = '4190'

/** The form of the authenticator code, half filled in. */
function SecondFactorTile() {
  const t = useTranslate()
  return (
    <Tile name="signIn" className="lg:col-span-5">
      <div className={`${pieceClass} grid max-w-[21rem] gap-5 px-6 pt-7 pb-6`}>
        <div className="grid gap-0.5">
          <p className="text-lg leading-6 font-semibold">{t('showcase:secondFactor.title')}</p>
          <p className="text-muted-foreground">{t('showcase:secondFactor.intro')}</p>
        </div>
        <span className="code-cells">
          <span style={{ fontFamily: 'ui-monospace, monospace' }}>{DIGITS}</span>
        </span>
        <p className="flex items-center gap-2.5">
          <span className="grid size-4 place-items-center rounded-sm bg-brand text-card">
            <Check className="size-3" strokeWidth={3} />
          </span>
          {t('showcase:secondFactor.trust')}
        </p>
        <span className={buttonVariants()}>{t('showcase:secondFactor.submit')}</span>
      </div>
    </Tile>
  )
}

const tiles = [
  ['todos', ListTodo],
  ['administration', ShieldCheck],
  ['database', Database],
  ['mail', Mail],
  ['languages', Languages],
  ['security', Lock],
] as const

/** Further features, with a sentence each. */
function SmallTiles() {
  const t = useTranslate()
  return (
    <ul className="mt-4 grid gap-px overflow-hidden rounded-xl border border-border bg-border sm:mt-5 sm:grid-cols-2 lg:grid-cols-3">
      {tiles.map(([name, Icon]) => (
        <li
          key={name}
          className="grid grid-cols-[1.25rem_minmax(0,1fr)] content-start gap-x-3.5 gap-y-1.5 bg-card p-5 sm:grid-cols-1 sm:p-7"
        >
          <Icon
            className="size-5 text-brand max-sm:row-span-2 sm:mb-2.5"
            strokeWidth={1.75}
            aria-hidden="true"
          />
          <h3 className="font-semibold">{t(`showcase:${name}.title`)}</h3>
          <p className="text-muted-foreground">{t(`showcase:${name}.text`)}</p>
        </li>
      ))}
    </ul>
  )
}

const missing = ['payments', 'saml', 'monitoring', 'hosting', 'mobile', 'community'] as const

/** As the README says. */
function Missing() {
  const t = useTranslate()
  return (
    <ul className="grid gap-x-10 gap-y-3 sm:grid-cols-2">
      {missing.map((name) => (
        <li key={name} className="flex gap-3 before:text-muted-foreground before:content-['–']">
          {t(`showcase:missing.${name}`)}
        </li>
      ))}
    </ul>
  )
}

const parts = [
  'React 19',
  'TanStack Start',
  'tRPC',
  'Better Auth',
  'Drizzle',
  'PostgreSQL',
  'Tailwind 4',
  'shadcn/ui',
  'AI SDK',
]

/** The technology stack, as a line of text. */
function Stack() {
  return (
    <ul className="mx-auto mt-9 flex max-w-72 flex-wrap justify-center gap-x-5 font-medium leading-7 sm:max-w-none lg:gap-x-0">
      {parts.map((part) => (
        <li
          key={part}
          className="whitespace-nowrap lg:not-first:before:px-3 lg:not-first:before:text-muted-foreground lg:not-first:before:content-['·']"
        >
          {part}
        </li>
      ))}
    </ul>
  )
}
