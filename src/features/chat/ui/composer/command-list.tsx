import type { ChatCommand } from '@plinth/core/feature'
import { useTranslate } from '@plinth/core/texts'
import { cn } from '#/lib/cn.ts'

const nameOf = ({ name }: ChatCommand) => `/${name}`

type CommandListProps = {
  /** The id of the list; its options are `id-0`, `id-1`... */
  id: string
  commands: readonly ChatCommand[]
  /**
   * The index of the option that Enter chooses. The focus stays in the composer, which references the option.
   */
  active: number
  onChoose: (command: ChatCommand) => void
}

/**
 * The commands above the composer, described in the reader's language. Not a popover of Base UI, whose focus
 * guards would be Tab stops next to a field that keeps the focus.
 */
export function CommandList({ id, commands, active, onChoose }: CommandListProps) {
  const t = useTranslate()
  return (
    <div
      id={id}
      role="listbox"
      aria-label={t('chat:commands.label')}
      className="absolute -inset-x-px bottom-full z-10 mb-2 grid grid-cols-[auto_minmax(0,1fr)] rounded-xl border border-border bg-popover p-1 shadow-float"
    >
      {commands.map((command, at) => (
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the composer has the focus and the keys
        <div
          key={command.name}
          id={`${id}-${at}`}
          role="option"
          tabIndex={-1}
          aria-selected={at === active}
          // The press must not take the focus from the composer.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onChoose(command)}
          className={cn(
            'col-span-full grid cursor-pointer grid-cols-subgrid content-center items-baseline gap-x-3 rounded-lg px-3 py-2 pointer-coarse:min-h-11',
            at === active ? 'bg-accent text-accent-foreground' : 'hover:bg-accent/60',
          )}
        >
          <span className="font-mono text-sm font-medium">{nameOf(command)}</span>
          <span className="text-sm text-muted-foreground">{t(command.text)}</span>
        </div>
      ))}
    </div>
  )
}
