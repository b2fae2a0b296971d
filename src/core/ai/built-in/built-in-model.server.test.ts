import { generateText, isStepCount, streamText, tool, type ModelMessage, type ToolSet } from 'ai'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { languages, type Language } from '#/core/i18n/languages.ts'
import { AppError } from '#/lib/app-error.ts'
import { provideAllTexts } from '../../../../tests/provide-all-texts.ts'
import { createBuiltInModel } from './built-in-model.server.ts'
import { builtInOptions, type Retrieval } from './built-in-options.server.ts'
import { parseCommand } from './parse-command.ts'

beforeAll(provideAllTexts)
const model = createBuiltInModel({ paceMs: 0 })
const calls: { name: string; input: unknown }[] = []
const record =
  <Output>(name: string, output: Output) =>
  (input: unknown) => {
    calls.push({ name, input })
    return output
  }
const found = {
  items: [
    { id: 'p1', title: 'Hello *there*', excerpt: 'A greeting' },
    { id: 'p2', title: 'Hello', excerpt: '' },
  ],
}
const tools = {
  searchPosts: tool({
    inputSchema: z.strictObject({ query: z.string() }),
    execute: record('searchPosts', found),
  }),
  readPost: tool({
    inputSchema: z.strictObject({ id: z.string() }),
    execute: record('readPost', { id: 'p2', title: 'Hello', content: 'The **text** of it.' }),
  }),
  createPost: tool({
    inputSchema: z.strictObject({ title: z.string(), content: z.string() }),
    execute: record('createPost', { id: 'p3', title: 'Hello' }),
  }),
  listTodos: tool({
    inputSchema: z.strictObject({}),
    execute: record('listTodos', {
      items: [
        { id: 't', text: 'Water', completed: true },
        { id: 'u', text: 'Rest', completed: false },
      ],
    }),
  }),
  addTodo: tool({
    inputSchema: z.strictObject({ text: z.string() }),
    execute: record('addTodo', { id: 'v', text: 'Water' }),
  }),
} satisfies ToolSet

test('a post that is too long for an answer is begun, and how much there is of it is said first', async () => {
  const execute = record('readPost', {
    id: 'p2',
    title: 'Hello',
    content: 'Words of it. '.repeat(1_000),
    length: 45_000,
  })
  const readPost = tool({ inputSchema: z.strictObject({ id: z.string() }), execute })
  const text = await ask('read the post Hello', {
    tools: { ...tools, readPost },
    history: [
      { role: 'user', content: 'hello' },
      { role: 'assistant', content: 'Hi.' },
    ],
  })
  expect(text).toMatch(
    /^\*\*Hello\*\*\n\n\*Only the beginning: \d{4} of 45000 characters\. Open it under Posts to read on\.\*\n\nWords/,
  )
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
      question: 'search posts about hello',
      name: 'searchPosts',
      input: { query: 'hello' },
      text: '2 posts:\n\n- **Hello \\*there\\***: A greeting\n- **Hello**',
    },
    {
      question: 'Erstelle einen Beitrag namens Hello mit dem Inhalt Guten Tag.',
      name: 'createPost',
      input: { title: 'Hello', content: 'Guten Tag.' },
      text: 'Der Beitrag „Hello“ wurde erstellt.',
    },
    {
      question: 'crea una publicación llamada Hello',
      name: 'createPost',
      input: { title: 'Hello', content: 'Hello' },
      text: 'Se ha creado la publicación «Hello».',
    },
    {
      question: 'mostre minhas tarefas',
      name: 'listTodos',
      input: {},
      text: '2 tarefas; pendentes: 1\n\n- [x] Water\n- [ ] Rest',
    },
    {
      question: '/todo Water',
      name: 'addTodo',
      input: { text: 'Water' },
      text: 'Added to the to-dos: “Water”.',
    },
  ])(
    'such as "$question" calls the tool and words the result in its language',
    async ({ question, name, input, text }) => {
      expect(await ask(question, { history: answered })).toBe(text)
      expect(calls).toEqual([{ name, input }])
    },
  )

  test('to read a post finds the one of this very title first', async () => {
    expect(await ask('read the post hello', { history: answered })).toBe('**Hello**\n\nThe **text** of it.')
    expect(calls).toEqual([
      { name: 'searchPosts', input: { query: 'hello' } },
      { name: 'readPost', input: { id: 'p2' } },
    ])
  })

  test('whose tool is not given is said to be impossible here, and calls nothing', async () => {
    const { searchPosts, readPost } = tools
    expect(await ask('add a to-do Water', { tools: { searchPosts, readPost }, history: answered })).toContain(
      "can't be done on this page",
    )
    expect(await ask('/tareas', { language: 'es', tools: {}, history: answered })).toContain(
      'no se puede hacer en esta página',
    )
    expect(calls).toEqual([])
  })

  test('that fails says so, with a reason of ours and none of theirs', async () => {
    const failing = (failure: Error): ToolSet => ({
      addTodo: tool({
        inputSchema: z.object({ text: z.string() }),
        execute: (): { id: string } => {
          throw failure
        },
      }),
    })
    expect(
      await ask('/aufgabe Water', {
        tools: failing(new AppError('forbidden', 'errors:forbidden')),
        history: answered,
      }),
    ).toBe('Das hat nicht geklappt. Dazu haben Sie keine Berechtigung.')
    expect(
      await ask('/todo Water', {
        tools: failing(new Error('password=hunter2 at db:5432')),
        history: answered,
      }),
    ).toBe("That didn't work.")
  })

  test('that writes waits for approval, and says so when it was declined', async () => {
    const approvable = { createPost: { ...tools.createPost, needsApproval: true } }
    calls.length = 0
    const messages: ModelMessage[] = [...answered, { role: 'user', content: 'create a post called Hello' }]
    const settings = {
      model,
      tools: approvable,
      stopWhen: isStepCount(4),
      providerOptions: builtInOptions({ language: 'en' }),
    }
    const first = await generateText({ ...settings, messages })
    const request = first.content.find((part) => part.type === 'tool-approval-request')
    expect(calls).toEqual([])
    const decide = (approved: boolean) =>
      generateText({
        ...settings,
        messages: [
          ...messages,
          ...first.finalStep.response.messages,
          {
            role: 'tool',
            content: [{ type: 'tool-approval-response', approvalId: request?.approvalId ?? '', approved }],
          },
        ],
      })
    expect((await decide(false)).text).toBe('Nothing was done: you declined it.')
    expect(calls).toEqual([])
    expect((await decide(true)).text).toBe('The post “Hello” has been created.')
    expect(calls).toHaveLength(1)
  })
})

describe.each(languages)('help in %s', (language) => {
  test('names every command with examples that work, in this language', async () => {
    const text = await ask('/help', { language })
    const examples = [...text.matchAll(/`([^`]+)`/g)].map(([, example = '']) => parseCommand(example, 'en'))
    expect(examples.map((parsed) => parsed?.command.name)).toEqual(
      ['searchPosts', 'readPost', 'createPost', 'listTodos', 'addTodo'].flatMap((name) => [name, name]),
    )
    expect(
      examples
        .filter((parsed) => parsed?.isExplicit === false)
        .every((parsed) => parsed?.language === language),
    ).toBe(true)
  })
})

test('help names only what can be done with the tools given', async () => {
  const { listTodos, readPost } = tools
  const text = await ask('help', { tools: { listTodos, readPost } })
  expect(text).toContain('/todos')
  expect(text).not.toContain('/read')
  expect(text).not.toContain('/posts')
})

describe('a question', () => {
  const passage =
    'The office opened in 1998. Vacation is 30 days a year. See [7] or [x](https://evil.example/a.png).'

  test.each([
    {
      question: 'How many days of vacation do I have?',
      answer: 'This is what your documents say:',
      possible: "I'm not sure",
      none: "isn't in your documents",
    },
    {
      question: 'Wie viele Tage vacation habe ich?',
      answer: 'Das steht in Ihren Dokumenten:',
      possible: 'Ich bin nicht sicher',
      none: 'steht nicht in Ihren Dokumenten',
    },
    {
      question: '¿Cuántos días de vacation tengo?',
      answer: 'Esto dicen tus documentos:',
      possible: 'No es seguro',
      none: 'no está en tus documentos',
    },
    {
      question: 'Quantos dias de vacation eu tenho? Não sei.',
      answer: 'Isto é o que dizem os seus documentos:',
      possible: 'Não há certeza',
      none: 'não está nos seus documentos',
    },
  ])(
    'such as "$question" is answered by quotes with citations, in three honest states',
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

  test('is answered with marks that load and cite nothing of their own', async () => {
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

  test('quotes in the order of the document, whatever fits best', async () => {
    const texts = [
      'Vacation days are approved by the manager.',
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

  test('cites each passage by its own number', async () => {
    const text = await ask('When is lunch?', {
      tools: {},
      retrieval: retrievalOf('answer', 'Dinner is at eight.', 'Lunch is at noon.'),
      history: answered,
    })
    expect(text).toContain('> Lunch is at noon. [2]')
  })

  test('that shares nothing with a passage found by meaning gets its beginning', async () => {
    const retrieval = retrievalOf('possible', 'Lunch is at noon. It costs five euros.')
    expect(await ask('xyzzy?', { tools: {}, retrieval, history: answered })).toContain(
      '> Lunch is at noon. [1]',
    )
  })

  test('is looked up by the tool where there is one', async () => {
    const searchDocuments = tool({
      inputSchema: z.object({ query: z.string() }),
      execute: record('searchDocuments', retrievalOf('answer', passage)),
    })
    const text = await ask('When did the office open?', { tools: { searchDocuments }, history: answered })
    expect(calls).toEqual([{ name: 'searchDocuments', input: { query: 'When did the office open?' } }])
    expect(text).toContain('> The office opened in 1998. [1]')
  })

  test('that reads like a command is a question where there are documents', async () => {
    const text = await ask('search for vacation', {
      tools: {},
      retrieval: retrievalOf('answer', passage),
      history: answered,
    })
    expect(text).toContain('> Vacation is 30 days a year. [1]')
  })
})

describe('anything else', () => {
  test.each([
    {
      question: 'Write me a poem about the sea',
      once: "I'm the built-in answer machine, not a language model",
      later: 'without a language model',
    },
    {
      question: 'Schreib mir bitte ein Gedicht über das Meer',
      once: 'kein Sprachmodell',
      later: 'ohne Sprachmodell',
    },
    {
      question: 'Escríbeme un poema sobre el mar',
      once: 'no un modelo de lenguaje',
      later: 'sin un modelo de lenguaje',
    },
    {
      question: 'Quero um poema sobre o mar, você pode?',
      once: 'não um modelo de linguagem',
      later: 'sem um modelo de linguagem',
    },
  ])(
    'such as "$question" is answered by what it is and can do, once; later in one line',
    async ({ question, once, later }) => {
      const first = await ask(question)
      expect(first).toContain(once)
      expect(first).toContain('`/')
      const second = await ask(question, { history: answered })
      expect(second).toContain(later)
      expect(second).not.toContain('\n')
      expect(calls).toEqual([])
    },
  )

  test('the first answer of a conversation says what it is, whatever it is', async () => {
    expect(await ask('/todo Water')).toContain('not a language model')
    expect(await ask('When?', { tools: {}, retrieval: retrievalOf('none') })).toContain(
      'not a language model',
    )
  })
})

test('an answer comes in small pieces, costs no tokens, and the same question gets the same answer', async () => {
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

test('an answer that is stopped says no further word', async () => {
  const stop = new AbortController()
  const slow = createBuiltInModel({ paceMs: 20 })
  const { stream } = streamText({
    model: slow,
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
