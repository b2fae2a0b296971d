import type { ChatCommand } from '@plinth/core/feature'

/** Parses `/name argument`; returns undefined for any other text. */
export function parseCommand(
  text: string,
  commands: readonly ChatCommand[],
): { command: ChatCommand; argument: string } | undefined {
  const [, name, argument = ''] = /^\/([a-z]+)(?:\s([^]*))?$/.exec(text.trim()) ?? []
  const command = commands.find((one) => one.name === name)
  return command && { command, argument: argument.trim() }
}
