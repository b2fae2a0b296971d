import { connectEmbedded } from '../../tests/support/embedded-database.ts'

/**
 * Changes rows behind the application's back, where a test would have to wait for hours otherwise; answers
 * how many.
 */
export async function inDatabase(query: string, params: string[]): Promise<number | null> {
  const client = await connectEmbedded(process.env.PLINTH_DATA_DIR ?? '')
  try {
    const { rowCount } = await client.query(query, params)
    return rowCount
  } finally {
    await client.end()
  }
}
