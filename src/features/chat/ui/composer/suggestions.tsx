import { Mark } from '#/components/mark.tsx'
import { useTranslate } from '#/core/i18n/react.tsx'
import type { ChatCommand } from '#/core/feature.ts'

/** The heading of an empty chat. */
function Welcome({ title, text }: { title: string; text: string }) {
  return (
    <div className="grid justify-items-center gap-2 pt-6 text-center sm:pt-16">
      <Mark className="mb-2 size-9" />
      <p className="text-2xl font-semibold tracking-tight text-balance">{title}</p>
      <p className="max-w-md text-pretty text-muted-foreground">{text}</p>
    </div>
  )
}

type SuggestionsProps = {
  text: string
  /** Those of the page. */
  commands: readonly ChatCommand[]
  onSend: (text: string) => void
}

/** The empty state of a chat: commands to try, which run with and without a language model. */
export function Suggestions({ text: intro, commands, onSend }: SuggestionsProps) {
  const t = useTranslate()
  const cards = commands.flatMap(({ name, suggestion }) => {
    if (!suggestion) return []
    const { title, argument, Icon } = suggestion
    return [{ title, Icon, text: argument ? `/${name} ${t(argument)}` : `/${name}` }]
  })
  return (
    <div className="grid gap-8 pb-4">
      <Welcome title={t('chat:empty.title')} text={intro} />
      <ul className="grid gap-2 sm:grid-cols-2">
        {cards.map(({ title, Icon, text }) => (
          <li key={text}>
            <button
              type="button"
              onClick={() => onSend(text)}
              className="flex size-full cursor-pointer items-start gap-3 rounded-xl border border-border bg-card p-4 text-left shadow-xs transition-colors hover:border-foreground/20 hover:bg-accent/50"
            >
              <Icon className="mt-0.5 size-4 shrink-0 text-muted-foreground" aria-hidden="true" />
              <span className="grid min-w-0 gap-0.5">
                <span className="font-medium">{t(title)}</span>
                <span className="truncate font-mono text-xs text-muted-foreground">{text}</span>
              </span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}
