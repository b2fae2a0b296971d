import { asSchema } from 'ai'
import { expect, test } from 'vitest'
import { workspaceTools } from './chat-tools.server.ts'

const { reading, writing } = workspaceTools(() => Promise.reject(new Error('No tool is called here')))

type Shape = { properties?: Record<string, { type?: string }> }

// What a model calls a tool with reaches the database as what a client sends does, past the check that every
// procedure begins with.
test.each(Object.entries({ ...reading, ...writing }))(
  '%s takes no text that PostgreSQL does not store',
  async (_name, { inputSchema }) => {
    const schema = asSchema(inputSchema as Parameters<typeof asSchema>[0])
    const { properties = {} } = (await schema.jsonSchema) as Shape
    const texts = Object.keys(properties).filter((name) => properties[name]?.type === 'string')
    const sound = Object.fromEntries(texts.map((name) => [name, 'sound']))
    expect(await schema.validate?.(sound)).toMatchObject({ success: true })
    for (const name of texts) {
      for (const text of ['a\u0000b', 'a\ud800', '\udc00b'])
        expect([name, await schema.validate?.({ ...sound, [name]: text })]).toMatchObject([
          name,
          { success: false },
        ])
    }
  },
)
