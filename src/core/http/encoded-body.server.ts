import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

export type Encoding = 'br' | 'gzip' | 'identity'
export type EncodedBody = { bytes: Buffer; etag: string }
export type Encodings = Partial<Record<Encoding, EncodedBody>> & { identity: EncodedBody }

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

export function withEtag(bytes: Buffer): EncodedBody {
  return { bytes, etag: `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"` }
}

/** Compresses once, at the highest level, what is then served from memory any number of times. */
export async function encodeOnce(bytes: Buffer): Promise<Encodings> {
  const [br, gz] = await Promise.all([brotli(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }), zip(bytes, { level: 9 })])
  return { identity: withEtag(bytes), br: withEtag(br), gzip: withEtag(gz) }
}

/** The best encoding that the client takes and the body has. */
export function chooseEncoding(acceptEncoding: string | null, encodings: Encodings): Encoding {
  const accepted = (acceptEncoding ?? '').split(',').map((part) => part.trim().split(';'))
  const takes = (name: string) => accepted.some(([encoding, weight]) => encoding === name && !/^\s*q=0(\.0*)?$/.test(weight ?? ''))
  if (encodings.br && takes('br')) return 'br'
  if (encodings.gzip && takes('gzip')) return 'gzip'
  return 'identity'
}
