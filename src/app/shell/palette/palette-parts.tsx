import { Command } from 'cmdk'
import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'

const plain = (text: string) => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()

/**
 * For the palette: every word typed stands somewhere in the entry, accents aside: the beginning of the entry
 * counts most. 0 leaves it out.
 */
export function rank(value: string, typed: string, keywords: string[] = []): number {
  const [text, sought] = [plain(value), plain(typed).trim()]
  if (text.startsWith(sought)) return 1
  const whole = `${text} ${keywords.map(plain).join(' ')}`
  return sought.split(/\s+/).every((word) => whole.includes(word)) ? 0.5 : 0
}

/** Entries of one kind under their heading. */
export function Group({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <Command.Group
      heading={heading}
      className="**:[[cmdk-group-heading]]:px-3 **:[[cmdk-group-heading]]:pt-3 **:[[cmdk-group-heading]]:pb-1 **:[[cmdk-group-heading]]:text-xs **:[[cmdk-group-heading]]:text-muted-foreground"
    >
      {children}
    </Command.Group>
  )
}

type ItemProps = {
  /** Tells items with the same text apart. */
  id?: string
  /** Words that find it besides those of its text. */
  matching?: string
  Icon: LucideIcon
  text: string
  onSelect: () => void
}

/** One thing to go to or do. */
export function Item({ id, matching, Icon, text, onSelect }: ItemProps) {
  return (
    <Command.Item
      value={id === undefined ? text : `${text} ${id}`}
      keywords={matching === undefined ? undefined : [matching]}
      onSelect={onSelect}
      className="flex h-9 cursor-pointer items-center gap-2.5 rounded-lg px-3 data-[selected=true]:bg-accent pointer-coarse:h-11"
    >
      <Icon className="size-4 shrink-0 text-muted-foreground" aria-hidden="true" />
      <span className="truncate">{text}</span>
    </Command.Item>
  )
}
