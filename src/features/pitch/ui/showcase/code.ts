/** Code of the feature with the live list, as it is in the files that end so; a test compares it. */
export const code = {
  access: {
    file: 'todos.access.ts',
    text: `export const todosAccess = defineAccess('todos', {
  list: ['member'],
  changes: ['member'],
  create: ['member'],
  // A shared list: every member of the workspace may change and delete every to-do.
  update: ['member'],
  delete: ['member'],
})`,
    lit: "update: ['member']",
  },
  verb: {
    file: 'server/update-todo.server.ts',
    text: `export async function updateTodo(ctx: VerbContext, { id, text, completed }: UpdateTodoInput): Promise<Todo> {
  const actor = authorize(ctx.actor, todosAccess.update)
  return changeTodos(ctx.db, actor, async (tx) => {
    await todoRows.read(tx, actor, { id })
    await tx.update(todos).set({ text, completed, version: nextVersion }).where(eq(todos.id, id))
    return todoRows.read(tx, actor, { id })
  })
}`,
    lit: 'await tx.update(todos)',
  },
  live: {
    file: 'server/change-todos.server.ts',
    text: `  return db.transaction(async (tx) => {
    await tx.execute(sql\`select pg_advisory_xact_lock(hashtextextended(\${todoRows.topicOf(actor)}, 0))\`)
    const result = await change(tx)
    await todoRows.announce(tx, actor)
    return result
  })`,
    lit: 'await todoRows.announce(',
  },
} as const

/** The folder of that feature. */
export const tree = {
  folder: ['src', 'features', 'todos'],
  files: [
    ['feature.ts', 'feature.server.ts'],
    ['todos.access.ts', 'todos.schema.ts'],
    ['server/', 'ui/'],
    ['locales/', 'e2e/'],
  ].flat(),
}
