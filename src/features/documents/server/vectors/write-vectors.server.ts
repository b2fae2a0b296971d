import { sql } from 'drizzle-orm'
import type { Transaction } from '@plinth/core/database/server'
import { documentVectors } from '../documents.table.server.ts'

type Workspace = { organizationId: string | null; ownerId: string | null }
type NewVector = { documentId: string; position: number; vector: number[] } & Workspace

/** Writes vectors of one model, replacing existing ones of these passages. */
export async function writeVectors(
  tx: Transaction,
  model: string,
  vectors: readonly NewVector[],
): Promise<void> {
  if (vectors.length === 0) return
  await tx
    .insert(documentVectors)
    .values(vectors.map((row) => ({ ...row, model, signs: signsOf(row.vector) })))
    .onConflictDoUpdate({
      target: [documentVectors.documentId, documentVectors.position],
      set: { model, vector: sql`excluded.vector`, signs: sql`excluded.signs` },
    })
}

/** One bit per number: 1 if it is above zero. */
export const signsOf = (vector: readonly number[]): string =>
  vector.map((value) => (value > 0 ? '1' : '0')).join('')
