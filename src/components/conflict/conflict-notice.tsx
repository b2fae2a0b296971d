import { useRouteContext } from '@tanstack/react-router'
import { use, useEffect, useRef, useState } from 'react'
import { FormLanguage, useFormTexts } from '#/components/form/form-texts.tsx'
import { lazyPart } from '#/components/part/lazy-part.tsx'
import { TimeAgo } from '#/components/time-ago.tsx'
import { Button } from '#/components/ui/button.tsx'
import { cn } from '#/lib/cn.ts'
import type { ConflictState, Person, TwoVersions } from './use-conflict.ts'

const CompareDialog = lazyPart(async () => ({
  default: (await import('./compare-dialog.tsx')).CompareDialog,
}))

type ConflictNoticeProps = {
  /** `open` until it is decided; the others say what became of it. */
  kind: 'open' | 'followed' | 'taken' | 'kept'
  version: Date
  /** When it was saved. */
  at: Date | undefined
  askWho?: (() => Promise<Person>) | undefined
  fields: readonly TwoVersions[]
  conflict: ConflictState
  onKeep: () => void
  onTake: () => void
  onUndo: () => void
}

const outcomes = { followed: 'conflict:followed', taken: 'conflict:taken', kept: 'conflict:kept' } as const

/** The banner of a conflict, and the quiet line once there is none any more. */
export function ConflictNotice({
  kind,
  version,
  at,
  askWho,
  fields,
  conflict,
  ...acts
}: ConflictNoticeProps) {
  const translate = useFormTexts()
  const language = use(FormLanguage)
  const who = useWho(version, askWho)
  const banner = useRef<HTMLDivElement>(null)
  const [isComparing, setComparing] = useState(false)
  const isOpen = kind === 'open'
  const labels = new Intl.ListFormat(language, { type: 'conjunction' })
  // After a save that was refused.
  useEffect(() => {
    if (conflict.answer()) banner.current?.focus()
  }, [conflict])
  const act = (run: () => void) => () => {
    setComparing(false)
    run()
    // The buttons are gone.
    banner.current?.focus()
  }
  const title = (
    <>
      {who.isMe
        ? translate('conflict:savedByYou')
        : who.name === undefined
          ? translate('conflict:savedBySomeone')
          : translate('conflict:saved', { name: who.name })}
      {at ? (
        <span className="font-normal text-muted-foreground">
          {' · '}
          <TimeAgo at={at} language={language} />
        </span>
      ) : null}
    </>
  )
  const buttons = (
    <>
      <Button size="sm" variant="outline" onClick={act(acts.onKeep)}>
        {translate('conflict:keep')}
      </Button>
      <Button size="sm" variant="outline" onClick={act(acts.onTake)}>
        {translate(who.isMe ? 'conflict:takeOwn' : 'conflict:take')}
      </Button>
    </>
  )
  return (
    <div
      ref={banner}
      role="status"
      tabIndex={-1}
      className={cn(
        'flex flex-wrap items-center gap-x-4 gap-y-2 rounded-xl border px-4 py-3 outline-none transition-[opacity,translate] duration-180 starting:translate-y-2 starting:opacity-0',
        isOpen ? 'border-warning-border bg-warning-muted' : 'border-border bg-muted py-2',
      )}
    >
      <div className="min-w-48 flex-1">
        {isOpen || kind === 'followed' ? <p className="font-medium">{title}</p> : null}
        <p className="text-muted-foreground">
          {isOpen
            ? fields[0]?.isOnly
              ? fields[0].theirs
              : translate('conflict:differs', { fields: labels.format(fields.map(({ label }) => label)) })
            : translate(outcomes[kind])}
        </p>
      </div>
      {isOpen ? (
        <div className="flex flex-wrap gap-2 max-sm:w-full max-sm:*:flex-auto">
          {buttons}
          <Button size="sm" variant="ghost" onClick={() => setComparing(true)}>
            {translate('conflict:compare')}
          </Button>
        </div>
      ) : null}
      {kind === 'taken' ? (
        <Button size="sm" variant="ghost" className="-my-1 -mr-2" onClick={act(acts.onUndo)}>
          {translate('conflict:undo')}
        </Button>
      ) : null}
      {isOpen ? (
        <CompareDialog isOpen={isComparing} onOpenChange={setComparing} title={title} fields={fields}>
          {buttons}
        </CompareDialog>
      ) : null}
    </div>
  )
}

/** Who saved that version, once it is known. */
function useWho(version: Date, askWho: (() => Promise<Person>) | undefined) {
  const me = useRouteContext({ from: '__root__', select: ({ viewer }) => viewer?.actor.userId })
  const [answer, setAnswer] = useState<{ of: Date; person: Person }>()
  const ask = useRef(askWho)
  useEffect(() => {
    let isOver = false
    void ask.current?.().then(
      (person) => isOver || setAnswer({ of: version, person }),
      () => {},
    )
    return () => void (isOver = true)
  }, [version])
  const person = answer?.of === version ? answer.person : null
  return { name: person?.name, isMe: person !== null && person.id === me }
}
