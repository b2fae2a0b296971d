import { Database, Languages, ListTodo, Lock, Mail, ShieldCheck } from 'lucide-react'
import { useTranslate } from '#/core/i18n/react.tsx'

const tiles = [
  ['todos', ListTodo],
  ['administration', ShieldCheck],
  ['database', Database],
  ['mail', Mail],
  ['languages', Languages],
  ['security', Lock],
] as const

/** Further features, with a sentence each. */
export function SmallTiles() {
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
