import { describe, expect, test } from 'vitest'
import { partsOf } from './server/generation/chunks.ts'
import {
  citedDocuments,
  citedSources,
  messageText,
  pendingApprovals,
  readChatMessage,
} from './chat-message.ts'

const tool = (part: object) =>
  readChatMessage({
    id: 'a',
    role: 'assistant',
    parts: [{ type: 'tool-add', toolCallId: 'c', input: { text: 'Clay' }, ...part }],
  }).parts[0]

const source = (number: number, documentId = 'd') => ({
  type: 'source-document',
  sourceId: String(number),
  providerMetadata: { passage: { documentId, name: 'n.md', page: 1, start: 0, end: 1, text: 'x' } },
})
const answer = (sources: readonly object[], text: string) =>
  readChatMessage({ id: 'a', role: 'assistant', parts: [...sources, { type: 'text', text }] })

describe('an AI SDK message', () => {
  test('maps the states of tool calls', () => {
    expect(tool({ state: 'approval-requested', approval: { id: 'p' } })).toMatchObject({
      state: 'asks',
      approvalId: 'p',
      name: 'add',
    })
    expect(tool({ state: 'output-available', output: { id: '1' } })).toMatchObject({
      state: 'done',
      output: { id: '1' },
    })
    expect(tool({ state: 'approval-responded', approval: { id: 'p', approved: false } })).toMatchObject({
      state: 'refused',
    })
    expect(tool({ state: 'output-denied' })).toMatchObject({ state: 'refused' })
    expect(tool({ state: 'output-error', errorText: 'errors:forbidden' })).toMatchObject({
      state: 'failed',
      error: 'errors:forbidden',
    })
    expect(tool({ state: 'input-streaming' })).toMatchObject({ state: 'running' })
  })

  test('shows what precedes a lone closing tag as reasoning, stored or streamed', async () => {
    for (const tag of ['think', 'thinking', 'reasoning']) {
      const text = `A secret plan.\n</${tag}>\n\nThe answer is 5.`
      const parts = [
        { kind: 'reasoning', text: 'A secret plan.' },
        { kind: 'text', text: 'The answer is 5.' },
      ]
      expect(answer([], text).parts).toEqual(parts)
      const stored = await partsOf([
        { type: 'start' },
        { type: 'text-start', id: '1' },
        ...[...text].map((delta) => ({ type: 'text-delta' as const, id: '1', delta })),
      ])
      expect(stored).toMatchObject([
        { type: 'reasoning', text: 'A secret plan.', state: 'done' },
        { type: 'text', text: 'The answer is 5.', state: 'done' },
      ])
      expect(readChatMessage({ id: 'a', role: 'assistant', parts: stored }).parts).toEqual(parts)
    }
  })

  test('shows reasoning apart whatever tags it stands in, from the closing tag on', () => {
    for (const [text, reasoning, rest] of [
      ['A plan.</think>The answer.', 'A plan.', 'The answer.'],
      ['A plan.\n</think', undefined, 'A plan.\n</think'],
      ['A plan.\n</think>', 'A plan.', undefined],
      ['<thought>A plan.', 'A plan.', undefined],
      ['<thought>A plan.</thought>The answer.', 'A plan.', 'The answer.'],
      ['[THINK]A plan.[/THINK]The answer.', 'A plan.', 'The answer.'],
      [
        '\n<thinking>A plan.\n```\ncode\n```\n</thinking>The answer.',
        'A plan.\n```\ncode\n```',
        'The answer.',
      ],
    ] as const)
      expect(answer([], text).parts, text).toEqual([
        ...(reasoning === undefined ? [] : [{ kind: 'reasoning', text: reasoning }]),
        ...(rest === undefined ? [] : [{ kind: 'text', text: rest }]),
      ])
  })

  test('shows a tag in code as written', () => {
    for (const text of [
      'Close it with `</think>` at the end.',
      '[Thought]: none.',
      'So:\n\n```xml\n<a>\n</think>\n```\n\nDone.',
    ])
      expect(answer([], text).parts).toEqual([{ kind: 'text', text }])
  })

  test('cites the passages whose numbers its text has', () => {
    const message = answer([source(1), source(2), source(3)], String.raw`So it is [3], not \[1].`)
    expect(citedSources(message).map(({ number }) => number)).toEqual([3])
  })

  test('lists each cited document once, with its passages', () => {
    const sources = [source(1, 'pay'), source(2, 'leave'), source(3, 'pay'), source(4, 'unread')]
    const cited = citedDocuments(answer(sources, 'Thirty days [2], paid [1] in full [3][1].'))
    expect(cited.map((passages) => passages.map(({ documentId, number }) => [documentId, number]))).toEqual([
      [
        ['pay', 1],
        ['pay', 3],
      ],
      [['leave', 2]],
    ])
  })

  test('keeps numbered passages of our documents, and drops every other source', () => {
    const passage = { documentId: 'd', name: 'n.md', page: 2, start: 3, end: 9, text: 'says so' }
    const { parts } = readChatMessage({
      id: 'a',
      role: 'assistant',
      parts: [
        { type: 'source-document', sourceId: '2', providerMetadata: { passage } },
        { type: 'source-document', sourceId: 'x', providerMetadata: {} },
        { type: 'source-url', url: 'https://evil.example' },
        { type: 'file', url: 'https://evil.example/a.png' },
      ],
    })
    expect(parts).toEqual([{ kind: 'source', number: 2, ...passage }])
  })

  test('does not throw for parts of any shape', () => {
    for (const part of [
      null,
      1,
      'text',
      {},
      { type: 'text', text: 5 },
      { type: 'data-failure' },
      { type: 'tool-', input: 'x' },
    ])
      expect(() => readChatMessage({ id: 'a', role: 'assistant', parts: [part], metadata: 7 })).not.toThrow()
    expect(
      readChatMessage({ id: 'a', role: 'assistant', parts: [{ type: 'data-failure' }] }).parts,
    ).toMatchObject([{ code: 'errors:unexpected' }])
  })

  test('has a text and a list of tool calls that wait for approval', () => {
    const approval = { state: 'approval-requested', approval: { id: 'p' } }
    const parts = [
      { type: 'text', text: 'Here.' },
      { type: 'tool-add', toolCallId: 'c', ...approval },
    ]
    const message = readChatMessage({ id: 'a', role: 'assistant', parts })
    expect([messageText(message), pendingApprovals(message).length]).toEqual(['Here.', 1])
  })
})
