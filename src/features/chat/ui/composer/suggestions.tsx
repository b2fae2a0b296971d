import { useTranslate } from '@plinth/core/texts'
import type { ChatCommand } from '@plinth/core/feature'
import { Welcome } from './welcome.tsx'

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
    // The list of commands would cut them; on phones, the text above too.
    <div className="grid content-center gap-6 sm:gap-8 max-sm:[:root:has([data-composer]_[role=listbox])_&]:invisible">
      <Welcome title={t('chat:empty.title')} text={intro} />
      <ul className="grid gap-2 sm:grid-cols-2 [:root:has([data-composer]_[role=listbox])_&]:invisible">
        {cards.map(({ title, Icon, text }) => (
          <li key={text}>
            <button
              type="button"
              onClick={() => onSend(text)}
              className="flex size-full cursor-pointer items-start gap-3 rounded-xl border border-border bg-card p-4 text-left max-sm:px-4 max-sm:py-3 shadow-xs transition-colors hover:border-foreground/20 hover:bg-accent/50"
            >
              <Icon className="mt-0.5 size-4 shrink-0 text-muted-foreground" aria-hidden="true" />
              <span className="grid min-w-0 gap-0.5">
                <span className="font-medium">{t(title)}</span>
                <span className="truncate font-mono text-xs text-muted-foreground max-sm:hidden">
                  {text.split('\n', 1)}
                </span>
              </span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}
