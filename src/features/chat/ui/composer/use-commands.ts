import { useId, useState, type KeyboardEvent } from 'react'
import { pressesEnter } from '#/components/form/presses-enter.ts'
import type { ChatCommand } from '@plinth/core/feature'

export type CommandOptions = {
  text: string
  onChange: (text: string) => void
  onSend: (text: string) => void
  isBusy: boolean
  commands: readonly ChatCommand[]
}

/** The commands that start with the typed text, the active one, and the key handler. */
export function useCommands({ text, onChange, onSend, isBusy, commands }: CommandOptions) {
  const id = useId()
  const [position, setPosition] = useState(0)
  const [closedAt, setClosedAt] = useState<string>()
  // Another text may open the list again.
  if (closedAt !== undefined && closedAt !== text) setClosedAt(undefined)
  const isTyped = /^\/[a-z]*$/.test(text) && text !== closedAt
  const isComplete = ({ name }: ChatCommand) => text === `/${name}`
  const options = commands
    .filter(({ name }) => isTyped && `/${name}`.startsWith(text))
    // A complete name comes before those that begin with it.
    .toSorted((one, other) => Number(isComplete(other)) - Number(isComplete(one)))
  const active = Math.min(position, options.length - 1)

  /** Sends a command that needs no argument; otherwise inserts it, so that the argument can be typed. */
  function choose(command: ChatCommand): void {
    const { name, argument } = command
    setPosition(0)
    const isReady = argument === 'none' || (argument === 'optional' && isComplete(command))
    if (isReady && !isBusy) onSend(`/${name}`)
    else onChange(`/${name} `)
  }

  /** Returns whether the list has handled the key. */
  function onCommandKey(event: KeyboardEvent): boolean {
    const chosen = options[active]
    if (!chosen || event.shiftKey) return false
    if (event.key === 'ArrowDown') setPosition((active + 1) % options.length)
    else if (event.key === 'ArrowUp') setPosition((active + options.length - 1) % options.length)
    else if (event.key === 'Escape') setClosedAt(text)
    else if (pressesEnter(event) || event.key === 'Tab') choose(chosen)
    else {
      setPosition(0)
      return false
    }
    event.preventDefault()
    return true
  }
  return { options, active, id, choose, onCommandKey, close: () => setClosedAt(text) }
}
