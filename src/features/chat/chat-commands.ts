/**
 * What a message that begins with a slash runs, with and without a language model. `tool` runs it; `argument`
 * says whether text belongs behind the name.
 */
export const chatCommands = [
  { name: 'posts', tool: 'searchPosts', argument: 'optional' },
  { name: 'todos', tool: 'listTodos', argument: 'none' },
  { name: 'todo', tool: 'addTodo', argument: 'required' },
  { name: 'post', tool: 'createPost', argument: 'required' },
  { name: 'help', tool: undefined, argument: 'none' },
] as const

export type ChatCommand = (typeof chatCommands)[number]

/** Reads `/name argument`; undefined for every other text. */
export function parseCommand(text: string): { command: ChatCommand; argument: string } | undefined {
  const [, name, argument = ''] = /^\/([a-z]+)(?:\s([^]*))?$/.exec(text.trim()) ?? []
  const command = chatCommands.find((one) => one.name === name)
  return command && { command, argument: argument.trim() }
}
