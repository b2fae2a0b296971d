import { createHmac } from 'node:crypto'

/** A cookie's value as Better Auth signs it: `value.base64(HMAC-SHA256(value))`, encoded. `sessionToken` reads it. */
export function signedValue(value: string, secret: string): string {
  return encodeURIComponent(`${value}.${createHmac('sha256', secret).update(value).digest('base64')}`)
}
