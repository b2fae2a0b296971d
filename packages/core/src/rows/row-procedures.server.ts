import { z } from 'zod'
import type { AccessRule } from '#/access/access.ts'
import type { VerbContext } from '#/trpc/context.server.ts'
import { pageOf } from '#/trpc/outputs.server.ts'
import { perMinute, procedure } from '#/trpc/trpc.server.ts'
import { rowId } from './row-columns.server.ts'

export const rowIdInput = z.strictObject({ id: rowId })

type Id = z.output<typeof rowIdInput>

type Parts<Whole, Listed, Input, Given, Editor> = {
  name: string
  noun: string
  access: { list: AccessRule; get: AccessRule; changes: AccessRule; restore?: AccessRule }
  isSorted: boolean
  input: z.ZodType<Input, Given>
  output: { row: z.ZodType<Whole, Whole>; listed: z.ZodType<Listed, Listed> }
  verbs: {
    list(ctx: VerbContext, input: Input): Promise<{ items: Listed[]; nextCursor: string | null }>
    recent(ctx: VerbContext): Promise<Listed[]>
    get(ctx: VerbContext, input: Id): Promise<Whole>
    editor(ctx: VerbContext, input: Id): Promise<Editor>
    restore(ctx: VerbContext, input: Id): Promise<Whole>
    changes(ctx: VerbContext): AsyncGenerator<void, void, void>
  }
}

/** The procedures that rows have in common, with what programs read of them. */
export function rowProcedures<Whole, Listed, Input, Given, Editor>({
  name,
  noun,
  access,
  isSorted,
  input,
  output,
  verbs,
}: Parts<Whole, Listed, Input, Given, Editor>) {
  const [rows, one] = [name, noun].map((word) => word.replaceAll('-', ' '))
  return {
    list: procedure(access.list)
      .meta({ api: { rest: `GET /${name}`, summary: `List ${rows}${isSorted ? '' : ', newest first'}` } })
      .input(input)
      .output(pageOf(output.listed))
      .query(({ ctx, input: asked }) => verbs.list(ctx, asked as Input)),
    recent: procedure(access.list)
      .output(z.array(output.listed))
      .query(({ ctx }) => verbs.recent(ctx)),
    get: procedure(access.get)
      .meta({ api: { rest: `GET /${name}/{id}`, summary: `Read ${articled(noun)}` } })
      .input(rowIdInput)
      .output(output.row)
      .query(({ ctx, input: asked }) => known(verbs.get(ctx, asked))),
    editor: procedure(access.get)
      .input(rowIdInput)
      .query(({ ctx, input: asked }) => verbs.editor(ctx, asked)),
    restore: procedure(access.restore ?? access.get, perMinute(120))
      .meta({ api: { rest: `POST /${name}/{id}/restore`, summary: `Restore a deleted ${one}` } })
      .input(rowIdInput)
      .output(output.row)
      .mutation(({ ctx, input: asked }) => known(verbs.restore(ctx, asked))),
    changes: procedure(access.changes).subscription(({ ctx, signal }) =>
      verbs.changes({ ...ctx, signal: signal ?? ctx.signal }),
    ),
  }
}

/** `a post`, `an API key`: it says what one is. */
export const articled = (noun: string) => `${/^[aeiou]/.test(noun) ? 'an' : 'a'} ${noun.replaceAll('-', ' ')}`

/** What tRPC compares with the output, which it can't while that is a type parameter. */
export const known = (answer: Promise<unknown>) => answer as Promise<never>
