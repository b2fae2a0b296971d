import { createHash, createSign, generateKeyPairSync, randomBytes } from 'node:crypto'

type Flags = { isUserVerified?: boolean; origin?: string; isEmbedded?: boolean }
type Options = { challenge: string; rp?: { id?: string }; rpId?: string }

/**
 * A WebAuthn authenticator in software: one P-256 key, "none" attestation. `isUserVerified: false` skips user
 * verification, `isEmbedded` uses it in a frame on a page of another origin.
 */
export function createSoftAuthenticator(url: string) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const jwk = publicKey.export({ format: 'jwk' })
  const credentialId = randomBytes(32)
  const id = credentialId.toString('base64url')
  let counter = 0

  const clientData = (
    type: string,
    { challenge }: Options,
    { origin = url, isEmbedded: crossOrigin = false }: Flags,
  ) => Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin }))

  function authenticatorData(
    rpId: string,
    { isUserVerified = true }: Flags,
    attested = Buffer.alloc(0),
  ): Buffer {
    counter += 1
    const flags = 0x01 | (isUserVerified ? 0x04 : 0) | (attested.length > 0 ? 0x40 : 0)
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counter)
    return Buffer.concat([createHash('sha256').update(rpId).digest(), Buffer.from([flags]), count, attested])
  }

  return {
    id,
    /** The result of navigator.credentials.create. */
    create(options: Options, flags: Flags = {}) {
      const key = map([
        [int(1), int(2)],
        [int(3), int(-7)],
        [int(-1), int(1)],
        [int(-2), bytes(Buffer.from(jwk.x ?? '', 'base64url'))],
        [int(-3), bytes(Buffer.from(jwk.y ?? '', 'base64url'))],
      ])
      const length = Buffer.alloc(2)
      length.writeUInt16BE(credentialId.length)
      const attested = Buffer.concat([Buffer.alloc(16), length, credentialId, key])
      const authData = authenticatorData(options.rp?.id ?? 'localhost', flags, attested)
      const attestation = map([
        [text('fmt'), text('none')],
        [text('attStmt'), map([])],
        [text('authData'), bytes(authData)],
      ])
      const response = {
        clientDataJSON: clientData('webauthn.create', options, flags).toString('base64url'),
        attestationObject: attestation.toString('base64url'),
        transports: ['internal'],
      }
      return { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response }
    },
    /** The result of navigator.credentials.get. */
    get(options: Options, flags: Flags = {}) {
      const authData = authenticatorData(options.rpId ?? 'localhost', flags)
      const client = clientData('webauthn.get', options, flags)
      const signature = createSign('sha256')
        .update(Buffer.concat([authData, createHash('sha256').update(client).digest()]))
        .sign(privateKey)
      const response = {
        clientDataJSON: client.toString('base64url'),
        authenticatorData: authData.toString('base64url'),
        signature: signature.toString('base64url'),
      }
      return { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response }
    },
  }
}

// The part of CBOR that attestations need.
function head(major: number, value: number): Buffer {
  if (value < 24) return Buffer.from([(major << 5) | value])
  return value < 256
    ? Buffer.from([(major << 5) | 24, value])
    : Buffer.from([(major << 5) | 25, value >> 8, value & 255])
}
const int = (value: number) => (value < 0 ? head(1, -1 - value) : head(0, value))
const bytes = (value: Buffer) => Buffer.concat([head(2, value.length), value])
const text = (value: string) => Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
const map = (pairs: readonly (readonly [Buffer, Buffer])[]) =>
  Buffer.concat([head(5, pairs.length), ...pairs.flat()])
