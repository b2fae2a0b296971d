import { createCollection } from '@tanstack/react-db'
import type { TrpcClient } from '@plinth/core/client'
import type { Todo } from '../todos.schema.ts'

type TodoCollectionOptions = {
  client: TrpcClient
  /** The prefetched list, shown until the stream has responded. */
  initial: readonly Todo[]
  /** Called when the server rejected or never received a write, which has already been reverted. */
  onRollback: (error: unknown) => void
}

/**
 * The workspace's list in the browser. A stream keeps it in sync with the server, other members and tabs, and
 * resumes after a lost connection. Writes are optimistic: the server's response replaces them, an error
 * reverts them.
 */
export function createTodoCollection({ client, initial, onRollback }: TodoCollectionOptions) {
  let apply: (changed: readonly Todo[], gone?: readonly string[], isWhole?: boolean) => void = () => {}

  let writes: Promise<unknown> = Promise.resolve()

  /**
   * Sends writes in order, so that they can't overtake each other. The response is in the list before the
   * optimistic state is dropped, so that nothing flickers.
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
        // A late response must not restore a deleted to-do.
        const buried = new Set<string>()
        apply = (changed, gone = [], isWhole = false) => {
          begin()
          if (isWhole) {
            truncate()
            versions.clear()
          }
          // The response of a write and the stream report the same change; the older version is ignored.
          for (const todo of changed) {
            const known = versions.get(todo.id)
            if (buried.has(todo.id)) continue
            if (known !== undefined && known >= todo.version) continue
            put({ type: known === undefined ? 'insert' : 'update', value: todo })
            versions.set(todo.id, todo.version)
          }
          for (const id of gone) {
            buried.add(id)
            // By key, because the collection does not return what is being deleted.
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
