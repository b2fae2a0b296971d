import { createHmac, randomBytes } from 'node:crypto'
import { symmetricDecrypt, symmetricEncrypt } from 'better-auth/crypto'

/** The key that encrypts the secrets of endpoints. With another signing secret they can't be read. */
const keyOf = (signingSecret: string) =>
  createHmac('sha256', signingSecret).update('webhook secrets').digest('base64url')

/** A new secret in the format of Standard Webhooks. */
export const createSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`

export const encryptSecret = (signingSecret: string, secret: string): Promise<string> =>
  symmetricEncrypt({ key: keyOf(signingSecret), data: secret })

/** Throws when it was encrypted with another signing secret. */
export const decryptSecret = (signingSecret: string, encrypted: string): Promise<string> =>
  symmetricDecrypt({ key: keyOf(signingSecret), data: encrypted })
