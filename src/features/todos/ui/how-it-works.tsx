import { List, RefreshCw, TriangleAlert, Zap } from 'lucide-react'
import { Badge } from '#/components/ui/badge.tsx'
import { Button } from '#/components/ui/button.tsx'
import { Panel } from '#/components/panel.tsx'
import { useTranslate } from '@plinth/core/texts'
import type { AddTodo } from './add-todo-form.tsx'

const facts = [
  { text: 'todos:how.collection', Icon: List },
  { text: 'todos:how.optimistic', Icon: Zap },
  { text: 'todos:how.live', Icon: RefreshCw },
] as const

/** Explains what the page shows of TanStack DB, and triggers a write that the server rejects. */
export function HowItWorks({ adding }: { adding: Promise<AddTodo> }) {
  const t = useTranslate()
  return (
    <Panel
      id="how"
      title={t('todos:how.title')}
      aside={<Badge variant="secondary">{t('todos:how.library')}</Badge>}
    >
      <ul className="grid gap-3 p-4 text-sm leading-4.5 text-muted-foreground md:px-5">
        {facts.map(({ text, Icon }) => (
          <li key={text} className="flex gap-2.5">
            <Icon className="mt-px size-4 shrink-0" strokeWidth={1.75} aria-hidden="true" />
            {t(text)}
          </li>
        ))}
      </ul>
      <div className="grid justify-items-start gap-2 border-t border-border/60 p-4 md:px-5">
        <Button
          variant="outline"
          size="sm"
          // An invalid id, which the server always rejects with 400.
          onClick={() => void adding.then((add) => add(t('todos:form.refusedText'), '!'))}
        >
          <TriangleAlert className="size-4" strokeWidth={1.75} aria-hidden="true" />
          {t('todos:form.refused')}
        </Button>
        <p className="text-xs text-muted-foreground">{t('todos:form.refusedNote')}</p>
      </div>
    </Panel>
  )
}
