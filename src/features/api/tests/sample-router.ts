import { z } from 'zod'
import { authorize, defineAccess } from '@plinth/core/access'
import { perMinute, procedure, router, writeAudit } from '@plinth/core/verb/server'
import { requireRecentAuth } from '@plinth/core/auth/server'

/** The rules of the sample. `administer` is shared with no operation. */
export const sampleAccess = defineAccess('sample', {
  read: ['member'],
  write: ['member'],
  manage: ['workspace-admin'],
  administer: ['app-admin'],
  sensitive: ['user'],
})

const echo = z.object({
  id: z.string(),
  at: z.date().nullable(),
  count: z.number(),
  isDone: z.boolean(),
  tags: z.array(z.string()),
  idempotencyKey: z.string().nullable(),
})
const given = {
  at: z.date().optional(),
  count: z.number().int().min(1).max(100).default(20),
  isDone: z.boolean().default(false),
  tags: z.array(z.string()).default([]),
}
type Given = z.output<z.ZodObject<typeof given>> & { id?: string; idempotencyKey?: string }
const echoOf = ({ id = 'none', at = undefined, idempotencyKey, ...rest }: Given) => ({
  id,
  at: at ?? null,
  idempotencyKey: idempotencyKey ?? null,
  ...rest,
})

/** Procedures that return what they got, for tests of how programs call them. */
export const sampleRouter = router({
  things: router({
    list: procedure(sampleAccess.read)
      .meta({ api: { rest: 'GET /things', summary: 'List things' } })
      .input(z.strictObject(given).prefault({}))
      .output(echo)
      .query(({ input }) => echoOf(input)),
    get: procedure(sampleAccess.read)
      .meta({ api: { rest: 'GET /things/{id}', summary: 'Read a thing' } })
      .input(z.strictObject({ id: z.string().max(10) }))
      .output(z.object({ id: z.string() }))
      .query(({ input }) => input),
    latest: procedure(sampleAccess.read)
      .meta({ api: { rest: 'GET /things/latest', summary: 'Read the latest thing' } })
      .output(z.object({ latest: z.boolean() }))
      .query(() => ({ latest: true })),
    create: procedure(sampleAccess.write, perMinute(200))
      .meta({ api: { rest: 'POST /things', summary: 'Create a thing' } })
      .input(z.strictObject({ ...given, idempotencyKey: z.string().min(8).max(100).optional() }))
      .output(echo)
      .mutation(({ input }) => echoOf(input)),
    update: procedure(sampleAccess.write, perMinute(200))
      .meta({ api: { rest: 'PATCH /things/{id}', summary: 'Change a thing' } })
      .input(z.strictObject({ id: z.string(), ...given }))
      .output(echo)
      .mutation(({ input }) => echoOf(input)),
    delete: procedure(sampleAccess.manage, perMinute(200))
      .meta({ api: { rest: 'DELETE /things/{id}', summary: 'Delete a thing' } })
      .input(z.strictObject({ id: z.string() }))
      .output(z.object({ id: z.string() }))
      .mutation(async ({ ctx, input }) => {
        const entry = {
          action: 'thing.delete',
          target: { type: 'thing', id: input.id },
          details: { count: 1 },
        }
        await ctx.db.transaction((tx) => writeAudit(tx, ctx.actor, entry))
        return input
      }),
    broken: procedure(sampleAccess.write, perMinute(2))
      .meta({ api: { rest: 'POST /broken', summary: 'Fail' } })
      .output(z.object({}))
      .mutation((): Record<string, never> => {
        throw new Error('secret detail')
      }),
  }),
  others: router({
    read: procedure(sampleAccess.read)
      .meta({ api: { rest: 'GET /others', summary: 'Read others' } })
      .output(z.object({ role: z.string() }))
      .query(({ ctx }) => ({ role: authorize(ctx.actor, sampleAccess.read).workspace.role })),
    sensitive: procedure(sampleAccess.sensitive, perMinute(200))
      .meta({ api: { rest: 'POST /sensitive', summary: 'Do what needs a recent authentication' } })
      .output(z.object({}))
      .mutation(async ({ ctx }) => {
        await requireRecentAuth(ctx.db, authorize(ctx.actor, sampleAccess.sensitive))
        return {}
      }),
    administer: procedure(sampleAccess.administer).query(() => 'everything'),
    hidden: procedure(sampleAccess.read).query(() => 'not part of the API'),
  }),
})
