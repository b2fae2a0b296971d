import { createHmac } from 'node:crypto'

/** The name under which a session goes to clients: says which one, signs nobody in. */
export function sessionHandle(secret: string, token: string): string {
  return createHmac('sha256', secret).update(`session-handle:${token}`).digest('base64url').slice(0, 32)
}
