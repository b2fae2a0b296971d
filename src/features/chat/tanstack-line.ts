import { fetchServerSentEvents } from '@tanstack/ai-react'
import { fetchAnswer } from './fetch-answer.ts'

type Adapter = ReturnType<typeof fetchServerSentEvents>

/**
 * TanStack AI's adapter for one thread. `begin` says what its next request does: ask, or join the run with
 * that id, which the hook by itself does only when it is mounted. `failure` is why the last one failed: the
 * hook would only hear that it did.
 */
export function createLine() {
  let joined: string | undefined
  let failure: unknown
  const note = (error: unknown) => {
    failure ??= error
  }
  const fetchClient: typeof fetchAnswer = (...request) =>
    fetchAnswer(...request).catch((error: unknown) => {
      note(error)
      throw error
    })
  const events = fetchServerSentEvents('/api/chat', { fetchClient })
  const connect: Adapter['connect'] = (...request) => {
    if (joined === undefined) return events.connect(...request)
    if (!events.joinRun) throw new Error('The adapter of TanStack AI joins no runs')
    return events.joinRun(joined, request[2])
  }
  return {
    connection: { ...events, connect } satisfies Adapter,
    note,
    failure: () => failure,
    begin(runId: string | undefined) {
      joined = runId
      failure = undefined
    },
  }
}
