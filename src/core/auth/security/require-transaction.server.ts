import { ambientTransaction, type Transaction } from '#/core/db/database.server.ts'

/** The transaction the door has opened around this call of Better Auth. Throws when there is none. */
export function requireAmbientTransaction(): Transaction {
  const tx = ambientTransaction()
  if (!tx) throw new Error('Better Auth must be called through handleAuthRequest')
  return tx
}
