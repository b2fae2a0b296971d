import { X } from 'lucide-react'
import { Button } from '#/components/ui/button.tsx'

type FilterChipsProps<Change> = {
  /** An active filter, and the change that removes it. */
  chips: readonly { key: string; text: string; change: Change }[]
  words: { chosen: string; remove: (filter: string) => string; clear: string }
  /** The change that clears all filters. */
  nothing: Change
  onNarrow: (change: Change) => void
}

/** The active filters as removable chips, and a button that clears them all. */
export function FilterChips<Change>({ chips, words, nothing, onNarrow }: FilterChipsProps<Change>) {
  return (
    <ul aria-label={words.chosen} className="flex flex-wrap items-center gap-2">
      {chips.map(({ key, text, change }) => (
        <li key={key}>
          <button
            type="button"
            aria-label={words.remove(text)}
            onClick={() => onNarrow(change)}
            className="flex h-7 cursor-pointer items-center gap-1 rounded-full border border-foreground/18 bg-card pr-2 pl-3 text-sm hover:bg-accent pointer-coarse:h-11"
          >
            {text}
            <X className="size-3.5 text-muted-foreground" aria-hidden="true" />
          </button>
        </li>
      ))}
      <li>
        <Button variant="ghost" size="sm" onClick={() => onNarrow(nothing)}>
          {words.clear}
        </Button>
      </li>
    </ul>
  )
}
