import type { LucideIcon } from 'lucide-react'
import { CommandItem } from '#/components/ui/command.tsx'

const plain = (text: string) => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()

/**
 * Ranks an entry: it must contain every typed word, ignoring accents; a prefix match ranks first, 0 hides it.
 */
export function rank(value: string, typed: string, keywords: string[] = []): number {
  const [text, sought] = [plain(value), plain(typed).trim()]
  if (text.startsWith(sought)) return 1
  const whole = `${text} ${keywords.map(plain).join(' ')}`
  return sought.split(/\s+/).every((word) => whole.includes(word)) ? 0.5 : 0
}

type ItemProps = {
  /** Distinguishes items with the same text. */
  id?: string
  /** Further search terms. */
  matching?: string
  Icon: LucideIcon
  text: string
  onSelect: () => void
}

/** One entry of the palette. */
export function Item({ id, matching, Icon, text, onSelect }: ItemProps) {
  return (
    <CommandItem
      value={id === undefined ? text : `${text} ${id}`}
      keywords={matching === undefined ? undefined : [matching]}
      onSelect={onSelect}
    >
      <Icon className="size-4 shrink-0 text-muted-foreground" aria-hidden="true" />
      <span className="truncate">{text}</span>
    </CommandItem>
  )
}
