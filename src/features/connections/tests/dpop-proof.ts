import { generateKeyPairSync, randomUUID, sign } from 'node:crypto'

const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const encoded = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')

/** A proof that the sender of a POST request to this URL has a key (RFC 9449). */
export function proofOf(htu: string): string {
  const header = encoded({ typ: 'dpop+jwt', alg: 'ES256', jwk: publicKey.export({ format: 'jwk' }) })
  const claims = encoded({ htm: 'POST', htu, jti: randomUUID(), iat: Math.floor(Date.now() / 1_000) })
  const signed = `${header}.${claims}`
  const key = { key: privateKey, dsaEncoding: 'ieee-p1363' } as const
  return `${signed}.${sign('sha256', Buffer.from(signed), key).toString('base64url')}`
}
