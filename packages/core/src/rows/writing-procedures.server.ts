import { z } from 'zod'
import type { AccessRule } from '#/access/access.ts'
import { AppError } from '#/lib/app-error.ts'
import type { VerbContext } from '#/trpc/context.server.ts'
import { idOutput } from '#/trpc/outputs.server.ts'
import { perMinute, procedure } from '#/trpc/trpc.server.ts'
import { rowId } from './row-columns.server.ts'
import { articled, known, rowIdInput } from './row-procedures.server.ts'

/** Comes from the client, so that a retry finds the row of the first call. */
export type NewRow = { id?: string | undefined }
/** `basedOn` is the `updatedAt` of the edited version, so that a concurrent change is not overwritten. */
export type ChangedRow = { id: string; basedOn?: Date | undefined }

const newRow = {
  id: z
    .string()
    .regex(/^[\w-]{8,64}$/, 'errors:invalid')
    .optional(),
}
const changedRow = { ...rowIdInput.shape, basedOn: z.date().optional() }

type Verb<Input, Answer> = (ctx: VerbContext, input: Input) => Promise<Answer>

type Parts<Fields extends z.ZodRawShape, Whole> = {
  name: string
  noun: string
  access: { create?: AccessRule; update?: AccessRule; delete?: AccessRule }
  fields: z.ZodObject<Fields>
  row: z.ZodType<Whole, Whole>
  /** The column with the id of what a new row belongs to. */
  parent: string | undefined
}

/** The procedures of the verbs that change rows, which a feature writes by hand. */
export function writingProcedures<Fields extends z.ZodRawShape, Whole, OfParent>(
  parts: Parts<Fields, Whole>,
) {
  const { name, noun, access, fields, row, parent } = parts
  type Created = NewRow & OfParent
  type Written = z.output<z.ZodObject<Fields>>
  type Given = z.input<z.ZodObject<Fields>>
  const one = articled(noun)
  function ruleOf(verb: keyof typeof access): AccessRule {
    const rule = access[verb]
    if (!rule) throw new Error(`${name} has no rule ${verb}`)
    return rule
  }
  const inputOf = <More>(shape: z.ZodRawShape) =>
    fields.extend(shape) as unknown as z.ZodType<Written & More, Given & More>
  return {
    creating: (create: Verb<Written & Created, Whole>) =>
      procedure(ruleOf('create'), perMinute(60))
        .meta({ api: { rest: `POST /${name}`, summary: `Create ${one}` } })
        .input(inputOf<Created>({ ...newRow, ...(parent !== undefined && { [parent]: rowId }) }))
        .output(row)
        .mutation(({ ctx, input }) => known(create(ctx, input as Written & Created))),
    updating: (update: Verb<Written & ChangedRow, Whole>) =>
      procedure(ruleOf('update'), perMinute(120))
        .meta({ api: { rest: `PATCH /${name}/{id}`, summary: `Update ${one}` } })
        .input(inputOf<ChangedRow>(changedRow))
        .output(row)
        .mutation(({ ctx, input }) => known(update(ctx, input as Written & ChangedRow))),
    /** Of a deletion that can be undone. */
    deleting: (remove: Verb<{ id: string }, { id: string }>) =>
      procedure(ruleOf('delete'), perMinute(120))
        .meta({ api: { rest: `DELETE /${name}/{id}`, summary: `Delete ${one}`, mcp: true } })
        .input(rowIdInput)
        .output(idOutput)
        .mutation(({ ctx, input }) => remove(ctx, input)),
  }
}

/** Throws conflict (field `basedOn`) when the row has changed since the version that a form began with. */
export function requireUnchanged({ updatedAt }: { updatedAt: Date }, basedOn: Date | undefined): void {
  if (basedOn && basedOn.getTime() !== updatedAt.getTime())
    throw new AppError('conflict', 'errors:conflict', { field: 'basedOn' })
}
