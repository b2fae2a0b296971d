import { Command } from 'cmdk'
import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'

const plain = (text: string) => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()

/** Ranks an entry: it must contain every typed word, ignoring accents; a prefix match ranks first, 0 hides it. */
export function rank(value: string, typed: string, keywords: string[] = []): number {
  const [text, sought] = [plain(value), plain(typed).trim()]
  if (text.startsWith(sought)) return 1
  const whole = `${text} ${keywords.map(plain).join(' ')}`
  return sought.split(/\s+/).every((word) => whole.includes(word)) ? 0.5 : 0
}

/** Entries under a heading. */
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
