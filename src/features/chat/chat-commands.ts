/**
 * The slash commands, which work with and without a language model. `tool` runs the command; `argument` says
 * whether text follows the name.
 */
export const chatCommands = [
  { name: 'posts', tool: 'searchPosts', argument: 'optional' },
  { name: 'todos', tool: 'listTodos', argument: 'none' },
  { name: 'todo', tool: 'addTodo', argument: 'required' },
  { name: 'post', tool: 'createPost', argument: 'required' },
  { name: 'help', tool: undefined, argument: 'none' },
] as const

export type ChatCommand = (typeof chatCommands)[number]

/** Parses `/name argument`; returns undefined for any other text. */
export function parseCommand(text: string): { command: ChatCommand; argument: string } | undefined {
  const [, name, argument = ''] = /^\/([a-z]+)(?:\s([^]*))?$/.exec(text.trim()) ?? []
  const command = chatCommands.find((one) => one.name === name)
  return command && { command, argument: argument.trim() }
}
