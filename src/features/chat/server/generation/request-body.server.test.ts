import { expect, test } from 'vitest'
import type { ZodError } from 'zod'
import { readTemporaryRequest } from './request-body.server.ts'

const text = (words: string) => ({ type: 'text', text: words })
const question = { role: 'user', parts: [text('And?')] }

test('the temporary chat keeps the text of the messages a client sends, and nothing else', () => {
  const parts = [
    text('So far.'),
    { type: 'tool-add', toolCallId: 'c', state: 'output-available', input: {}, output: {} },
    { type: 'tool-add', toolCallId: 'd', state: 'approval-responded', approval: { approved: true } },
    { type: 'file', url: 'http://127.0.0.1/a.png' },
    { type: 'text', text: 5 },
    null,
    0,
  ]
  expect(readTemporaryRequest({ messages: [{ role: 'assistant', parts }, question] }).messages).toEqual([
    { role: 'assistant', parts: [text('So far.')] },
    question,
  ])
})

test('invalid parts create issues for the last message only', () => {
  const parts = Array.from({ length: 1_000 }, () => 0)
  const said = Array.from({ length: 90 }, () => ({ role: 'assistant', parts }))
  expect(readTemporaryRequest({ messages: [...said, question] }).text).toBe('And?')
  const isOneMessage = expect.toSatisfy(({ issues }: ZodError) => issues.length === parts.length)
  expect(() => readTemporaryRequest({ messages: [...said, { role: 'user', parts }] })).toThrow(isOneMessage)
})
