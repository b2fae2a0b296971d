import { Check, type LucideIcon } from 'lucide-react'
import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { MarkedText } from '#/components/palette-search/marked-text.tsx'
import { foldText, fromHit, hasWords } from '#/components/palette-search/words.ts'
import { CommandItem } from '#/components/ui/command.tsx'
import { Kbd } from '#/components/ui/kbd.tsx'
import { TimeAgo } from '#/components/time-ago.tsx'
import type { PaletteCommand } from '@plinth/core/feature'
import { useI18n, useTranslate } from '@plinth/core/texts'

/**
 * Ranks an entry: it must contain every typed word, ignoring accents; a prefix match ranks first, 0 hides it.
 */
export function rank(value: string, typed: string, keywords: string[] = []): number {
  if (foldText(value).startsWith(foldText(typed).trim())) return 1
  return hasWords([value, ...keywords].join(' '), typed) ? 0.5 : 0
}

type ItemProps = {
  /** Distinguishes items with the same text. */
  id?: string
  /** Further search terms. */
  matching?: string
  Icon: LucideIcon
  text: string
  /** Its words are marked in the text. */
  typed: string
  /** The keys that do the same outside the palette. */
  keys?: readonly string[]
  /** Marks the choice that already applies. */
  isCurrent?: boolean
  onSelect: () => void
} & Pick<PaletteCommand, 'excerpt' | 'at'>

/** One entry of the palette. */
export function Item(props: ItemProps) {
  const { id, matching, Icon, text, typed, keys = [], isCurrent = false, excerpt = '', at, onSelect } = props
  const { t, language } = useI18n()
  const found = hasWords(text, typed) ? undefined : hasWords(excerpt, typed) ? (
    <MarkedText text={fromHit(excerpt, typed)} typed={typed} />
  ) : at ? (
    t('app:palette.inText')
  ) : undefined
  return (
    <CommandItem
      value={id === undefined ? text : `${text} ${id}`}
      keywords={matching === undefined ? undefined : [matching]}
      onSelect={onSelect}
    >
      <Icon className="size-4 shrink-0 text-muted-foreground" aria-hidden="true" />
      <span className="min-w-0 flex-1 *:block *:truncate">
        <span>
          <MarkedText text={text} typed={typed} />
        </span>
        {found ? <span className="text-xs text-muted-foreground">{found}</span> : null}
      </span>
      {at ? (
        <span aria-hidden="true" className="shrink-0 text-xs text-muted-foreground">
          <TimeAgo at={at} language={language} />
        </span>
      ) : null}
      {isCurrent ? <Check className="size-4 shrink-0 text-brand" aria-hidden="true" /> : null}
      <Keys keys={keys} className="pointer-coarse:hidden" />
    </CommandItem>
  )
}

function Keys({ keys, className = '' }: { keys: readonly string[]; className?: string }) {
  return (
    <span aria-hidden="true" className={`flex shrink-0 gap-1 ${className}`}>
      {keys.map((key) => (
        <Kbd key={key}>{key}</Kbd>
      ))}
    </span>
  )
}

const hints = [
  { keys: ['↑', '↓'], text: 'app:palette.move' },
  { keys: ['↵'], text: 'app:palette.select' },
  { keys: ['Esc'], text: 'app:dialog.close' },
] as const

/** The keys of the palette, for those who use a keyboard. */
export function KeyHints() {
  const t = useTranslate()
  return (
    <div
      aria-hidden="true"
      className="flex h-10 items-center gap-4 border-t border-border bg-muted/60 px-4 text-xs text-muted-foreground max-sm:hidden pointer-coarse:hidden"
    >
      {hints.map(({ keys, text }) => (
        <span key={text} className="flex items-center gap-1.5">
          <Keys keys={keys} />
          {t(text)}
        </span>
      ))}
    </div>
  )
}

/**
 * The highlighted entry: the first one, also after results have arrived, until the user moves to another.
 * `results` identifies the results.
 */
export function useHighlight(results: string) {
  const [value, setValue] = useState('')
  const list = useRef<HTMLDivElement>(null)
  const hasMoved = useRef(false)
  useEffect(() => {
    if (results === '') return
    // In the next frame, when the list has sorted its new entries.
    const frame = requestAnimationFrame(() => {
      if (!hasMoved.current) setValue((highlighted) => firstOf(list.current) ?? highlighted)
    })
    return () => cancelAnimationFrame(frame)
  }, [results])
  return {
    forget: () => {
      hasMoved.current = false
    },
    ofCommand: {
      value,
      onValueChange: setValue,
      onKeyDown: ({ key }: KeyboardEvent) => {
        if (/^(Arrow|Home|End)/.test(key)) hasMoved.current = true
      },
    },
    ofList: {
      ref: list,
      onPointerMove: () => {
        hasMoved.current = true
      },
    },
  }
}

const firstOf = (list: HTMLElement | null) => list?.querySelector('[cmdk-item]')?.getAttribute('data-value')
