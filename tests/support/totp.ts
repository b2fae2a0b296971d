import { createHmac } from 'node:crypto'

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/**
 * The six digits an authenticator app shows for an otpauth: address, `steps` pending minutes from now. RFC
 * 6238, written apart from what it tests.
 */
export function totpOf(totpURI: string, steps = 0): string {
  const bits = [...(new URL(totpURI).searchParams.get('secret') ?? '')]
    .map((letter) => LETTERS.indexOf(letter).toString(2).padStart(5, '0'))
    .join('')
  const key = Buffer.from((bits.match(/[01]{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
  const counter = Buffer.alloc(8)
  counter.writeUInt32BE(Math.floor(Date.now() / 30_000) + steps, 4)
  const mac = createHmac('sha1', key).update(counter).digest()
  const at = (mac[19] ?? 0) & 0xf
  return String((mac.readUInt32BE(at) & 0x7f_ff_ff_ff) % 1_000_000).padStart(6, '0')
}

/**
 * Has the code of the step before accepted, so that the present one is left, and answers it. Where a step
 * ends on the way, that code is too old, and the next one is tried.
 */
export async function withEarlierCode(
  totpURI: string,
  accepts: (code: string) => Promise<boolean>,
): Promise<string> {
  const code = totpOf(totpURI, -1)
  if (await accepts(code)) return code
  if (code === totpOf(totpURI, -1)) throw new Error('The code of the step before was refused')
  return withEarlierCode(totpURI, accepts)
}
