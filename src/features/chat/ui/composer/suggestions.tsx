import { ListTodo, PenLine, Search, SquarePlus } from 'lucide-react'
import { Mark } from '#/components/mark.tsx'
import { useTranslate } from '#/core/i18n/react.tsx'

const cards = [
  { key: 'posts', Icon: Search },
  { key: 'todos', Icon: ListTodo },
  { key: 'todo', Icon: SquarePlus },
  { key: 'post', Icon: PenLine },
] as const

type SuggestionsProps = { isBuiltIn: boolean; onSend: (text: string) => void }

/** The empty state of the general chat: commands to try, which run with and without a language model. */
export function Suggestions({ isBuiltIn, onSend }: SuggestionsProps) {
  const t = useTranslate()
  const commandOf = (key: (typeof cards)[number]['key']) =>
    key === 'todo' || key === 'post' ? `/${key} ${t(`chat:suggestions.${key}.text`)}` : `/${key}`
  return (
    <div className="grid gap-6 py-4 sm:py-10">
      <div className="grid justify-items-center gap-2 text-center">
        <Mark className="size-10 text-muted-foreground" />
        <p className="text-xl font-semibold">{t('chat:empty.title')}</p>
        <p className="max-w-md text-muted-foreground">
          {t(isBuiltIn ? 'chat:empty.builtIn' : 'chat:empty.text')}
        </p>
      </div>
      <ul className="grid gap-2 sm:grid-cols-2">
        {cards.map(({ key, Icon }) => (
          <li key={key}>
            <button
              type="button"
              onClick={() => onSend(commandOf(key))}
              className="flex size-full cursor-pointer items-start gap-3 rounded-xl border border-border bg-card p-4 text-left hover:border-input"
            >
              <Icon className="mt-0.5 size-4 shrink-0 text-muted-foreground" aria-hidden="true" />
              <span className="grid min-w-0 gap-0.5">
                <span className="font-medium">{t(`chat:suggestions.${key}.title`)}</span>
                <span className="text-sm whitespace-pre-line text-muted-foreground wrap-anywhere">
                  {commandOf(key)}
                </span>
              </span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}
