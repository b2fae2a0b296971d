import { asSchema } from 'ai'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { defineChatTool, installed } from '@plinth/core/feature/server'
import { actorOf, createUser } from '@plinth/testing/factories.ts'
import { makeContext } from '@plinth/testing/make-context.ts'
import { openTestDatabase } from '@plinth/testing/test-database.ts'
import { toolSet } from '../server/open-chat-services.server.ts'

const { db } = await openTestDatabase()
const context = makeContext(db, actorOf(await createUser(db)))
const { reading, writing } = await installed().chatTools()
const tools = toolSet({ ...reading, ...writing }, () => Promise.resolve(context))

type Shape = { properties?: Record<string, { type?: string }> }

// A model's tool input reaches the database like a client's input, but bypasses the check that every
// procedure starts with.
test.each(Object.entries(tools))(
  '%s rejects text that PostgreSQL does not store',
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

test('a tool that fails unexpectedly tells the model an error code, but no query', async () => {
  const failing = defineChatTool({
    description: 'Reads a table that is not there',
    input: z.object({ word: z.string() }),
    run: async (ctx, { word }) => (await ctx.db.execute(sql`select ${word} from elsewhere`)).rowCount,
    describe: () => '',
  })
  const { fails } = toolSet({ fails: failing }, () => Promise.resolve(context))
  const options = { toolCallId: 'call-1', messages: [], context: {} }
  const found = Promise.resolve(fails?.execute?.({ word: 'secret' }, options))
  const error: unknown = await found.catch((failure: unknown) => failure)
  expect(error).toMatchObject({ code: 'errors:unexpected' })
  expect(String(error)).not.toMatch(/select|secret/i)
})
