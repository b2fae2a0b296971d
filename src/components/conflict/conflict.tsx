import { useEffect, useEffectEvent, useLayoutEffect, useState, type ReactNode } from 'react'
import { useFormTexts } from '#/components/form/form-texts.tsx'
import { lazyPart } from '#/components/part/lazy-part.tsx'
import { showToast } from '#/components/toast.ts'
import { cn } from '#/lib/cn.ts'
import type { ConflictState, Person } from './use-conflict.ts'

const ConflictNotice = lazyPart(async () => ({
  default: (await import('./conflict-notice.tsx')).ConflictNotice,
}))

export type ComparedField<Values> = {
  name: keyof Values & string
  label: string
  /** Shows it; as text by default. What only the form itself can show is undefined. */
  show?: (values: Values) => ReactNode
}

export type ConflictProps<Values> = {
  conflict: ConflictState
  /** The row as it is now, which live updates refetch. */
  saved: Values
  savedAt: Date
  /** Not if `savedAt` only tells which version is newer. */
  hasTime?: boolean
  /** What the form holds. */
  values: Values
  isSaving: boolean
  onChange: (changed: Partial<Values>) => void
  fields: readonly ComparedField<Values>[]
  /** Who saved it last; null for a deleted account. */
  askWho?: () => Promise<Person>
  className?: string
}

/** What became of a conflict. */
type News<Values> = { kind: 'followed' | 'taken' | 'kept'; mine?: Partial<Values> }

/**
 * What a form does when somebody else saves what it edits: a field that was not edited here follows. If the
 * same field was, a banner says who and when, compares, keeps this one or takes theirs. Until that is
 * decided, saving is refused by the version. One element inside the form, above its buttons.
 */
export function Conflict<Values extends object>(props: ConflictProps<Values>) {
  const { conflict, saved, savedAt, hasTime = true, values, isSaving, onChange, fields, askWho } = props
  const translate = useFormTexts()
  // The values at `version`; undefined for a draft from before, of which only the version is known.
  const [base, setBase] = useState<Values | undefined>(saved)
  const [version, setVersion] = useState(savedAt)
  const [news, setNews] = useState<News<Values>>()
  const [isSettled, setSettled] = useState(false)
  // What the unedited fields become with the version of that moment.
  const [follow, setFollow] = useState<{ at: number; values: Partial<Values> }>()
  function settle(next?: News<Values>) {
    setVersion(savedAt)
    setBase(saved)
    setNews(next)
    setSettled(true)
  }

  // A draft that the form has restored.
  const opened = conflict.version.get()
  if (!isSettled && opened && opened < version) {
    setVersion(opened)
    setBase(undefined)
  }
  const isNewer = !isSaving && savedAt > version
  const theirs = isNewer ? fields.filter(({ name }) => !base || !isSame(saved[name], base[name])) : []
  const unlike = theirs.filter(({ name }) => !isSame(values[name], saved[name]))
  const following = unlike.filter(({ name }) => base && isSame(values[name], base[name]))
  const differing = unlike.filter((field) => !following.includes(field))
  const isOpen = differing.length > 0
  const followed = Object.keys(follow?.values ?? {}).length > 0
  if (isNewer && follow?.at !== savedAt.getTime()) {
    setFollow({ at: savedAt.getTime(), values: pick(saved, following) })
    if (base) setBase({ ...base, ...pick(saved, following) })
  } else if (isNewer && unlike.length === 0) {
    settle(followed || theirs.length > 0 ? { kind: 'followed' } : undefined)
  }

  // Before the form's own effect, which restores a draft with its version.
  useLayoutEffect(() => {
    if (conflict.version.get()?.getTime() !== version.getTime()) conflict.version.set(version)
    conflict.setOpen(isOpen)
  })
  const change = useEffectEvent(onChange)
  useEffect(() => {
    if (follow && Object.keys(follow.values).length > 0) change(follow.values)
  }, [follow])
  const shown = isOpen ? 'open' : isNewer ? undefined : news?.kind
  const sayRefused = useEffectEvent(() => {
    if (!isNewer && !shown && conflict.answer()) void showToast('error', translate('conflict:savedBySomeone'))
  })
  const { refusals } = conflict
  useEffect(() => {
    if (refusals === 0 || isSaving) return undefined
    // The other version could not be fetched: it would be here by then.
    const timer = setTimeout(sayRefused, 1_000)
    return () => clearTimeout(timer)
  }, [refusals, isSaving])

  return (
    <div
      className={cn(
        'sticky bottom-3 z-1 w-full min-w-0 empty:hidden max-md:bottom-[calc(4.25rem+env(safe-area-inset-bottom))]',
        props.className,
      )}
    >
      {shown ? (
        <ConflictNotice
          kind={shown}
          at={hasTime ? savedAt : undefined}
          version={savedAt}
          askWho={askWho}
          conflict={conflict}
          fields={differing.map(({ name, label, show }) => ({
            name,
            label,
            isOnly: fields.length === 1,
            mine: shownOf(values, name, show),
            theirs: shownOf(saved, name, show),
          }))}
          onKeep={() => settle({ kind: 'kept' })}
          onTake={() => {
            onChange(pick(saved, differing))
            settle({ kind: 'taken', mine: pick(values, differing) })
          }}
          onUndo={() => {
            if (news?.mine) onChange(news.mine)
            setNews({ kind: 'kept' })
          }}
        />
      ) : null}
    </div>
  )
}

function shownOf<Values>(
  values: Values,
  name: keyof Values,
  show: ComparedField<Values>['show'] = (shown) => String(shown[name]),
): ReactNode {
  const value: unknown = values[name]
  const isNumber = typeof value === 'number' || value instanceof Date
  if (value === undefined || value === null || (isNumber && Number.isNaN(Number(value)))) return ''
  return show(values)
}

/** What is stored has no space at its ends. */
const isSame = (one: unknown, other: unknown) => one === other || textOf(one) === textOf(other)
const textOf = (value: unknown) => JSON.stringify(typeof value === 'string' ? value.trim() : value)

const pick = <Values extends object>(from: Values, fields: readonly ComparedField<Values>[]) =>
  Object.fromEntries(fields.map(({ name }) => [name, from[name]])) as Partial<Values>
