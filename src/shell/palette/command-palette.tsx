import { useState } from 'react'
import {
  Command,
  CommandDialog,
  CommandEmpty,
  CommandGroup,
  CommandInput,
  CommandList,
} from '#/components/ui/command.tsx'
import type { Viewer } from '@plinth/core/access'
import { useTranslate } from '@plinth/core/texts'
import { Item, KeyHints, rank, useHighlight } from './palette-parts.tsx'
import { useCommandGroups } from './use-command-groups.ts'
import { areShortcutsOn } from './use-shortcuts.ts'

type PaletteProps = {
  viewer: Viewer
  isOpen: boolean
  onOpenChange: (open: boolean) => void
  onShortcuts: () => void
}

/** Search over pages and the commands of all features. */
export default function CommandPalette({ viewer, isOpen, onOpenChange, onShortcuts }: PaletteProps) {
  const t = useTranslate()
  const [typed, setTyped] = useState('')
  const groups = useCommandGroups({ viewer, typed, isOpen, onShortcuts })
  const highlight = useHighlight(
    groups
      .flatMap(({ commands }) => commands.flatMap(({ id, words }) => (id ? `${id} ${words}` : [])))
      .join(),
  )
  const hasShortcuts = isOpen && areShortcutsOn()
  const type = (text: string) => {
    highlight.forget()
    setTyped(text)
  }
  const run = (action: () => unknown) => () => {
    onOpenChange(false)
    type('')
    void action()
  }
  return (
    <CommandDialog
      open={isOpen}
      onOpenChange={onOpenChange}
      onOpenChangeComplete={(open) => open || type('')}
      title={t('app:palette.title')}
    >
      <Command label={t('app:palette.title')} filter={rank} loop {...highlight.ofCommand}>
        <CommandInput value={typed} onValueChange={type} placeholder={t('app:palette.placeholder')} />
        <CommandList {...highlight.ofList}>
          <CommandEmpty>{t('app:palette.empty')}</CommandEmpty>
          {groups.map(({ heading, commands }) => (
            <CommandGroup key={heading} heading={t(heading)}>
              {commands.map(({ id, text, words, Icon, keys, isCurrent, excerpt, at, run: act }) => (
                <Item
                  // cmdk reads the words of an entry once.
                  key={`${id ?? text} ${words}`}
                  id={id}
                  matching={words}
                  Icon={Icon}
                  text={text}
                  typed={typed}
                  keys={hasShortcuts ? keys : []}
                  isCurrent={isCurrent}
                  excerpt={excerpt}
                  at={at}
                  onSelect={run(act)}
                />
              ))}
            </CommandGroup>
          ))}
        </CommandList>
        <KeyHints />
      </Command>
    </CommandDialog>
  )
}
