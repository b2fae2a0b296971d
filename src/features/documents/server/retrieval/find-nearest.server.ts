import { sql } from 'drizzle-orm'
import type { SignedInActor } from '@plinth/core/access'
import { type Db, inWorkspace } from '@plinth/core/database/server'
import { documentChunks, documents, documentVectors } from '../documents.table.server.ts'
import { signsOf } from '../vectors/write-vectors.server.ts'
import type { FoundPassage } from './find-candidates.server.ts'

const NEAREST = 50

// How many vectors, preselected by their sign bits, are compared by their numbers. Each comparison costs more
// without pgvector, and the longer the vectors, the more accurate the sign bits alone.
const COMPARED_BY_PGVECTOR = 4_000
const comparedInSql = (length: number) => Math.min(400, Math.max(100, Math.round(150_000 / length)))

export type NearPassage = Pick<
  FoundPassage,
  'documentId' | 'position' | 'name' | 'heading' | 'text' | 'page' | 'start' | 'end'
> & { cosine: number }
export type QuestionVector = { model: string; vector: readonly number[] }

/** Whether the database has pgvector. */
export async function hasPgvector(db: Db): Promise<boolean> {
  const answer = await db.execute<{ found: boolean }>(sql`select to_regtype('vector') is not null as found`)
  return answer.rows[0]?.found === true
}

/**
 * Returns the 50 passages of the workspace whose vectors by the same model are nearest to the question's,
 * nearest first. Sign bits preselect the vectors to compare, which is fast in any PostgreSQL and misses
 * little: 4000 with pgvector, which is all of most libraries, and 100 to 400 without.
 */
export async function findNearest(
  db: Db,
  actor: SignedInActor,
  { model, vector, withPgvector }: QuestionVector & { withPgvector: boolean },
): Promise<NearPassage[]> {
  const asked = sql`${sql.param(vector)}::real[]`
  const { documentId, position, signs } = documentVectors
  // Skips vectors of another size, left by a model that changed under the same name.
  const comparable = sql`${inWorkspace(documentVectors, actor)} and ${documentVectors.model} = ${model} and length(${signs}) = ${vector.length}`
  const cosine = withPgvector
    ? sql`1 - (candidate.vector::vector <=> ${asked}::vector)`
    : sql`(select sum(a * b) from unnest(candidate.vector, ${asked}) as pair (a, b))`
  const compared = withPgvector ? COMPARED_BY_PGVECTOR : comparedInSql(vector.length)
  const answer = await db.execute<NearPassage>(sql`
    with candidate as (
      select document_id, position, vector from ${documentVectors} where ${comparable}
      order by bit_count(${signs} # ${signsOf(vector)}::varbit), ${documentId}, ${position} limit ${compared}
    ), nearest as (
      select document_id, position, ${cosine} as cosine from candidate order by cosine desc, document_id, position limit ${NEAREST}
    )
    select c.document_id as "documentId", c.position, d.name, c.heading, c.text, c.page, c."start", c."end", nearest.cosine
    from nearest join ${documentChunks} c using (document_id, position) join ${documents} d on d.id = c.document_id
    order by nearest.cosine desc, c.document_id, c.position`)
  return answer.rows
}
