import { connectEmbedded } from '../servers/embedded-database.ts'

/**
 * Changes rows directly in the database where a test would have to wait for hours. Returns the number of
 * rows.
 */
export async function inDatabase(query: string, params: string[]): Promise<number | null> {
  const client = await connectEmbedded(process.env.TEST_DATA_DIR ?? '')
  try {
    const { rowCount } = await client.query(query, params)
    return rowCount
  } finally {
    await client.end()
  }
}
