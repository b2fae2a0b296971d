import { useState } from 'react'
import { Button } from '#/components/ui/button.tsx'
import { withStorage } from '@plinth/core/page'
import { fillIn, isEmpty, valuesOf, type Values } from './form-drafts.ts'
import type { KeptDraft } from './form.tsx'

const DELAY_MS = 300

type Stored = { values: Values; basedOn?: string }

/**
 * A draft that is kept in this browser while the form is typed into, until it is forgotten: a lost
 * connection, a closed tab or an expired session loses nothing. Pass `draft` to the `Form`, call `forget`
 * once the input is saved, and show a `DraftNotice`. `basedOn` is the version of what is edited.
 */
export function useKeptDraft(name: string, { basedOn }: { basedOn?: Date | undefined } = {}) {
  const [isRestored, setRestored] = useState(false)
  // A row that is fetched again while it is edited does not change what the input is based on.
  const [kept] = useState(() => keptDraft(name, { basedOn, onRestore: setRestored }))
  return { ...kept, isRestored }
}

type Kept = { basedOn: Date | undefined; onRestore: (isRestored: true) => void }

function keptDraft(name: string, { basedOn, onRestore }: Kept) {
  let key = ''
  let form: HTMLFormElement | undefined
  let version = basedOn
  let timer: ReturnType<typeof setTimeout> | undefined

  function stop(): boolean {
    const wasWaiting = timer !== undefined
    clearTimeout(timer)
    timer = undefined
    return wasWaiting
  }
  function write(): void {
    stop()
    if (!form) return
    const values = valuesOf(form)
    const text = JSON.stringify({ values, basedOn: version })
    withStorage(() => (isEmpty(values) ? localStorage.removeItem(key) : localStorage.setItem(key, text)))
  }
  const flush = () => stop() && write()
  function touch(): void {
    stop()
    timer = setTimeout(write, DELAY_MS)
  }

  const draft: KeptDraft = {
    open(opened, owner) {
      key = `draft:${owner} ${name}`
      const stored = withStorage(() => JSON.parse(localStorage.getItem(key) ?? 'null') as Stored | null)
      if (stored?.values && fillIn(opened, stored.values)) {
        version = stored.basedOn === undefined ? undefined : new Date(stored.basedOn)
        onRestore(true)
      }
      form = opened
      const events = ['input', 'change', 'submit']
      for (const event of events) opened.addEventListener(event, touch)
      addEventListener('pagehide', flush)
      return () => {
        flush()
        form = undefined
        for (const event of events) opened.removeEventListener(event, touch)
        removeEventListener('pagehide', flush)
      }
    },
  }
  return {
    draft,
    /** The version that the input is based on: of a restored draft, that of the draft. */
    version: {
      get: () => version,
      set(now: Date) {
        version = now
        // Not once the draft is forgotten.
        if (form && withStorage(() => localStorage.getItem(key)) !== null) touch()
      },
    },
    forget() {
      stop()
      withStorage(() => localStorage.removeItem(key))
    },
  }
}

type DraftNoticeProps = { words: { kept: string; discard: string }; onDiscard: () => void }

/** Says that the form shows a draft. */
export function DraftNotice({ words, onDiscard }: DraftNoticeProps) {
  return (
    <p className="flex flex-wrap items-center justify-between gap-2 rounded-lg border border-border bg-muted py-1 pr-1 pl-3 text-muted-foreground">
      {words.kept}
      <Button variant="ghost" size="sm" onClick={onDiscard}>
        {words.discard}
      </Button>
    </p>
  )
}
