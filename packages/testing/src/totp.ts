import { createHmac } from 'node:crypto'

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/**
 * The six digits an authenticator app shows for an otpauth: URL, `steps` half minutes from now. Implements
 * RFC 6238 independently of the code under test.
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

/** A code that the authenticator shows neither now nor in the two steps before and after. */
export function wrongCodeOf(totpURI: string): string {
  const shown = [-2, -1, 0, 1, 2].map((steps) => totpOf(totpURI, steps))
  const codes = ['000000', '111111', '222222', '333333', '444444', '555555']
  return codes.find((code) => !shown.includes(code)) ?? ''
}

/**
 * Passes the previous step's code to `accepts`, so that the current one stays unused, and returns it. Tries
 * the next code when a step ends in between.
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
