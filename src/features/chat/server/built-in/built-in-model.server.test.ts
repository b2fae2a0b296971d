import { generateText, isStepCount, streamText, tool, type ModelMessage, type ToolSet } from 'ai'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import type { ChatTool } from '@plinth/core/feature/server'
import type { ChatCommand } from '@plinth/core/feature'
import { languages } from '#/languages.ts'
import type { Language } from '@plinth/core/texts'
import { translateTo } from '@plinth/core/server'
import { chat } from '#/features/chat/chat.chat.ts'
import { AppError } from '@plinth/core/verb/server'
import { speaks } from '@plinth/testing/languages.ts'
import { provideAllTexts } from '@plinth/testing/provide-all-texts.ts'
import { createBuiltInModel } from './built-in-model.server.ts'
import { builtInOptions, type Retrieval } from './built-in-options.server.ts'

beforeAll(provideAllTexts)
const calls: { name: string; input: unknown }[] = []
const record =
  <Output>(name: string, output: Output) =>
  (input: unknown) => {
    calls.push({ name, input })
    return output
  }
const tools = {
  find: tool({
    inputSchema: z.strictObject({ query: z.string() }),
    execute: record('find', { items: ['Clay', 'Kiln'] }),
  }),
  list: tool({ inputSchema: z.strictObject({}), execute: record('list', { items: [] }) }),
  add: tool({
    inputSchema: z.strictObject({ text: z.string() }),
    execute: record('add', { text: 'Water' }),
  }),
} satisfies ToolSet

const toolWith = (part: Pick<ChatTool, 'describe'>): ChatTool => ({
  description: '',
  input: z.looseObject({}),
  run: () => Promise.reject(new Error('The AI SDK runs the tools above')),
  ...part,
})
const commands: readonly ChatCommand[] = [
  {
    name: 'find',
    order: 1,
    text: 'chat:threads.search',
    tool: 'find',
    argument: 'optional',
    inputOf: (query) => ({ query }),
  },
  { name: 'list', order: 2, text: 'chat:threads.title', tool: 'list', argument: 'none' },
  {
    name: 'add',
    order: 3,
    text: 'chat:threads.new',
    tool: 'add',
    argument: 'required',
    inputOf: (text) => ({ text }),
  },
  ...(chat.commands ?? []),
]
const model = createBuiltInModel({
  commands,
  tools: new Map([
    [
      'find',
      toolWith({
        describe: (t, output, input) => `${t('chat:threads.title')} ${JSON.stringify([output, input])}`,
      }),
    ],
    ['add', toolWith({ describe: (t) => t('chat:threads.new') })],
    ['list', toolWith({})],
  ]),
})

type Given = { language?: Language; tools?: ToolSet; retrieval?: Retrieval; history?: ModelMessage[] }

async function ask(
  question: string,
  { language = 'en', tools: given = tools, retrieval, history = [] }: Given = {},
): Promise<string> {
  calls.length = 0
  const messages: ModelMessage[] = [...history, { role: 'user', content: question }]
  const providerOptions = builtInOptions({ language, ...(retrieval ? { retrieval } : {}) })
  const { text } = await generateText({
    model,
    messages,
    tools: given,
    stopWhen: isStepCount(4),
    providerOptions,
  })
  return text
}

const retrievalOf = (confidence: Retrieval['confidence'], ...all: string[]): Retrieval => ({
  confidence,
  items: all.map((text, at) => ({
    documentId: `d${at}`,
    name: `Handbook ${at}`,
    text,
    page: 1,
    start: 0,
    end: text.length,
  })),
})
const answered: ModelMessage[] = [
  { role: 'user', content: 'hello' },
  { role: 'assistant', content: 'An answer.' },
]

describe('a command', () => {
  test.each([
    {
      message: '/find clay',
      name: 'find',
      input: { query: 'clay' },
      text: 'Chats [{"items":["Clay","Kiln"]},{"query":"clay"}]',
    },
    { message: '/find', name: 'find', input: { query: '' }, text: 'Chats [' },
    { message: ' /add Water\nand clay ', name: 'add', input: { text: 'Water\nand clay' }, text: 'New chat' },
    { message: '/list', name: 'list', input: {}, text: 'Done.' },
  ])(
    'calls its tool once and describes the result in the words of its feature: $message',
    async ({ message, name, input, text }) => {
      expect(await ask(message)).toContain(text)
      expect(calls).toEqual([{ name, input }])
    },
  )

  test.each(languages)('is answered in the language of the reader: %s', async (language) => {
    const t = translateTo(language)
    expect(await ask('/add Water', { language })).toBe(t('chat:threads.new'))
    expect(await ask('/add', { language })).toBe(t('built-in:needsText', { command: '/add' }))
    const help = await ask('/help', { language })
    expect(help.split('\n').slice(2)).toEqual(commands.map(({ name, text }) => `- \`/${name}\` ${t(text)}`))
  })

  test('whose tool is not available says so, and help does not list it', async () => {
    const { list, find } = tools
    const given = { tools: { list, find } }
    expect(await ask('/add Water', given)).toContain("doesn't work on this page")
    expect(await ask('/help', given)).not.toContain('`/add`')
    expect(calls).toEqual([])
  })

  test('that fails says so, with the reason of an AppError but not of any other error', async () => {
    const failing = (error: Error) => ({
      tools: {
        list: tool({
          inputSchema: z.strictObject({}),
          execute: (): { items: never[] } => {
            throw error
          },
        }),
      },
    })
    expect(await ask('/list', failing(new AppError('forbidden', 'errors:forbidden')))).toContain(
      translateTo('en')('errors:forbidden'),
    )
    expect(await ask('/list', failing(new Error('secret')))).toBe("That didn't work.")
  })
})

describe('a question', () => {
  const passage =
    'The office opened in 1998. Vacation is 30 days a year. See [7] or [x](https://evil.example/a.png).'

  const spoken = [
    {
      language: 'en',
      question: 'How many days of vacation do I have?',
      answer: "Here's what your documents say:",
      possible: "I'm not sure",
      none: "couldn't find anything",
    },
    {
      language: 'de',
      question: 'Wie viele Tage vacation habe ich?',
      answer: 'Das steht in Ihren Dokumenten:',
      possible: 'Ich bin nicht sicher',
      none: 'in Ihren Dokumenten nichts gefunden',
    },
    {
      language: 'es',
      question: '¿Cuántos días de vacation tengo?',
      answer: 'Esto dicen tus documentos:',
      possible: 'No estoy seguro',
      none: 'No he encontrado nada',
    },
    {
      language: 'pt',
      question: 'Quantos dias de vacation eu tenho? Não sei.',
      answer: 'Seus documentos dizem o seguinte:',
      possible: 'Não tenho certeza',
      none: 'Não encontrei nada',
    },
  ]
  test.each(spoken.filter(({ language }) => speaks(language)))(
    'is answered by quotes with citations at each level of confidence: $question',
    async ({ question, answer, possible, none }) => {
      const given = (confidence: Retrieval['confidence']) => ({
        tools: {},
        retrieval: retrievalOf(confidence, passage),
        history: answered,
      })
      const sure = await ask(question, given('answer'))
      expect(sure.split('\n\n').slice(0, 2)).toEqual([answer, '> Vacation is 30 days a year. [1]'])
      expect(await ask(question, given('possible'))).toContain(possible)
      const nothing = await ask(question, given('none'))
      expect(nothing).toContain(none)
      expect(nothing).not.toContain('>')
    },
  )

  test('is answered without active links or citations from the quoted text', async () => {
    const text = await ask('Where do I see it?', {
      tools: {},
      retrieval: retrievalOf('answer', passage),
      history: answered,
    })
    expect(text).toContain(String.raw`> See \[7] or \[x](https://evil.example/a.png). [1]`)
    expect([...text.matchAll(/(?<!\\)\[(\d+)\]/g)].map(([, number]) => number)).toEqual(
      text.match(/^>/gm)?.map(() => '1'),
    )
  })

  test('is answered by quotes in document order, not by score', async () => {
    const texts = [
      'When vacation days expire is decided a year ahead.',
      'Vacation is thirty days a year, and vacation days expire in March.',
    ]
    const { items } = retrievalOf('answer', ...texts)
    const inOne = items.map((item, at) => ({ ...item, documentId: 'd', page: 2 - at }))
    const text = await ask('How many vacation days a year, and when do vacation days expire?', {
      tools: {},
      retrieval: { confidence: 'answer', items: inOne },
      history: answered,
    })
    expect(text.indexOf('[2]')).toBeGreaterThan(-1)
    expect(text.indexOf('[1]')).toBeGreaterThan(text.indexOf('[2]'))
  })

  test('is answered with the number of each cited passage', async () => {
    const text = await ask('When is lunch?', {
      tools: {},
      retrieval: retrievalOf('answer', 'Dinner is at eight.', 'Lunch is at noon.'),
      history: answered,
    })
    expect(text).toContain('> Lunch is at noon. [2]')
  })

  test('that shares no term with a passage found by meaning gets the beginning of that passage', async () => {
    const retrieval = retrievalOf('possible', 'Lunch is at noon. It costs five euros.')
    expect(await ask('xyzzy?', { tools: {}, retrieval, history: answered })).toContain(
      '> Lunch is at noon. [1]',
    )
  })
})

describe('anything else', () => {
  test.each(languages)(
    'gets an introduction and the commands once, later a single line: %s',
    async (language) => {
      const t = translateTo(language)
      for (const message of ['Show my to-dos', 'Zeige meine Aufgaben', '/unknown', '/List']) {
        const first = await ask(message, { language })
        expect(first).toContain(t('built-in:introduction'))
        expect(first).toContain('`/list`')
        expect(await ask(message, { language, history: answered })).toBe(t('built-in:introductionAgain'))
      }
      expect(calls).toEqual([])
    },
  )

  test('gets no introduction on a page that answers from documents', async () => {
    const t = translateTo('en')
    expect(await ask('When?', { tools: {}, retrieval: retrievalOf('none') })).toBe(t('built-in:quotes.none'))
  })
})

test('an answer streams in small chunks, uses no tokens, and is the same for the same question', async () => {
  const read = async () => {
    const { stream, usage: counted } = streamText({
      model,
      prompt: 'What are you?',
      providerOptions: builtInOptions({ language: 'en' }),
    })
    const deltas: string[] = []
    for await (const part of stream) if (part.type === 'text-delta') deltas.push(part.text)
    return { deltas, usage: await counted }
  }
  const { deltas, usage } = await read()
  expect(deltas.length).toBeGreaterThan(20)
  expect(usage).toMatchObject({ inputTokens: 0, outputTokens: 0, totalTokens: 0 })
  expect((await read()).deltas).toEqual(deltas)
  expect(
    (
      await generateText({
        model,
        prompt: 'What are you?',
        providerOptions: builtInOptions({ language: 'en' }),
      })
    ).text,
  ).toBe(deltas.join(''))
})

test('an aborted answer streams no further text', async () => {
  const stop = new AbortController()
  const { stream } = streamText({
    model,
    prompt: 'help',
    abortSignal: stop.signal,
    providerOptions: builtInOptions({ language: 'en' }),
  })
  let words = 0
  const seen = vi.fn<(type: string) => void>()
  for await (const part of stream) {
    seen(part.type)
    if (part.type === 'text-delta' && ++words === 3) stop.abort()
  }
  expect(words).toBe(3)
  expect(seen).toHaveBeenLastCalledWith('abort')
})
