import { expect, test } from 'vitest'
import type { ChatMessage } from './chat-message.ts'
import { joinTurn } from './join-turn.ts'

const message = (
  id: string,
  role: 'user' | 'assistant',
  ...parts: ChatMessage['parts'][number][]
): ChatMessage => ({
  id,
  role,
  parts,
  state: 'done',
  siblings: [],
})
const call = { kind: 'tool', callId: 'c', name: 'addTodo', input: {} } as const

test('a turn follows what is stored, and the question it repeats stands there once', () => {
  const base = [message('q', 'user'), message('a', 'assistant')]
  expect(joinTurn(base, [message('q', 'user'), message('b', 'assistant')]).map(({ id }) => id)).toEqual([
    'q',
    'a',
    'b',
  ])
})

test('an answer that goes on after an approval stays one message, and loses nothing while its beginning is sent again', () => {
  const before = message('a', 'assistant', { kind: 'text', text: 'First.' }, { ...call, state: 'asks' })
  const replaying = message('a', 'assistant', { kind: 'text', text: 'Fir' })
  const gone = message(
    'a',
    'assistant',
    { kind: 'text', text: 'First.' },
    { ...call, state: 'done' },
    { kind: 'text', text: 'Done.' },
  )
  expect(joinTurn([before], [replaying])).toEqual([before])
  expect(joinTurn([before], [gone])).toEqual([gone])
})
