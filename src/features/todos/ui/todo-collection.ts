import { createCollection } from '@tanstack/react-db'
import type { TrpcClient } from '#/core/trpc/react.tsx'
import type { Todo } from '../todos.schema.ts'

type TodoCollectionOptions = {
  client: TrpcClient
  /** The list that came with the page: shown until the stream has spoken. */
  initial: readonly Todo[]
  /** A write that the server refused, or that never reached it: it has been taken back already. */
  onRollback: (error: unknown) => void
}

/**
 * The workspace's list in the browser. Reading: one stream keeps it in step with the server, other members
 * and other tabs; after a lost connection it brings what was missed. Writing: what a person does shows at
 * once; the server's answer replaces it, a refusal takes it back.
 */
export function createTodoCollection({ client, initial, onRollback }: TodoCollectionOptions) {
  let apply: (changed: readonly Todo[], gone?: readonly string[], isWhole?: boolean) => void = () => {}

  let writes: Promise<unknown> = Promise.resolve()

  /**
   * A write: sent after those before it, so that a tick and a deletion can't overtake each other; its answer
   * becomes part of the list before the optimistic state goes, so that nothing flickers.
   */
  async function write(send: () => Promise<readonly Todo[]>, gone: readonly string[] = []): Promise<void> {
    const answer = writes.then(send)
    writes = answer.catch(() => {})
    try {
      apply(await answer, gone)
    } catch (error) {
      onRollback(error)
      throw error
    }
  }

  const collection = createCollection<Todo, string>({
    getKey: (todo) => todo.id,
    sync: {
      sync: ({ begin, write: put, commit, markReady, truncate }) => {
        const versions = new Map<string, number>()
        // Deleted is for good: an answer that comes late must not bring an entry back.
        const buried = new Set<string>()
        apply = (changed, gone = [], isWhole = false) => {
          begin()
          if (isWhole) {
            truncate()
            versions.clear()
          }
          // The answer of a write and the stream tell the same change; the older of two is no news.
          for (const todo of changed) {
            const known = versions.get(todo.id)
            if (buried.has(todo.id)) continue
            if (known !== undefined && known >= todo.version) continue
            put({ type: known === undefined ? 'insert' : 'update', value: todo })
            versions.set(todo.id, todo.version)
          }
          for (const id of gone) {
            buried.add(id)
            // By its key: what is being deleted here can't be read from the collection any more.
            if (versions.delete(id)) put({ type: 'delete', key: id })
          }
          void commit()
        }
        apply(initial)
        markReady()
        const stream = client.todos.changes.subscribe(
          {},
          { onData: ({ data }) => apply(data.changed, data.deleted, data.isWhole) },
        )
        return () => stream.unsubscribe()
      },
    },
    onInsert: ({ transaction }) =>
      write(() =>
        Promise.all(
          transaction.mutations.map(({ modified: { id, text } }) => client.todos.create.mutate({ id, text })),
        ),
      ),
    onUpdate: ({ transaction }) =>
      write(() =>
        Promise.all(
          transaction.mutations.map(({ original, changes: { text, completed } }) =>
            client.todos.update.mutate({ id: original.id, text, completed }),
          ),
        ),
      ),
    onDelete: ({ transaction }) => {
      const gone = transaction.mutations.map(({ original }) => original.id)
      return write(async () => {
        await Promise.all(gone.map((id) => client.todos.delete.mutate({ id })))
        return []
      }, gone)
    },
  })
  return collection
}
