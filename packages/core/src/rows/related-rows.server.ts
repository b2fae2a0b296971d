import type { z } from 'zod'
import type { SignedInActor } from '#/access/actor.ts'
import type { Db } from '#/db/database.server.ts'
import type { FindReferred } from './list-rows.server.ts'

/** What adds to rows what their ids stand for: the result of `defineReferences` or `defineAttachments`. */
export type Related<Shown> = {
  output: z.ZodObject & z.ZodType<Shown>
  addTo(db: Db, actor: SignedInActor, rows: readonly never[]): Promise<object[]>
  /** How rows are found by it. */
  idsWith?: FindReferred
}

/** What rows have besides, by the name of the field. */
export type RelationsOf<References, Files> = ([References] extends [never]
  ? unknown
  : { references: References }) &
  ([Files] extends [never] ? unknown : { files: Files })

type Given = { references?: Related<unknown> | undefined; files?: Related<unknown> | undefined }

/** Adds them to rows, by one query for each feature. */
export function relations({ references, files }: Given) {
  const all = [references, files].filter((one) => one !== undefined)
  return {
    pointers: all.flatMap(({ output }) => Object.keys(output.shape)),
    relatedOutput: {
      ...(references && { references: references.output }),
      ...(files && { files: files.output }),
    },
    async relate(db: Db, actor: SignedInActor, rows: readonly object[]): Promise<unknown[]> {
      let related: readonly object[] = rows
      for (const one of all) related = await one.addTo(db, actor, related as readonly never[])
      return [...related]
    },
  }
}
