import { createHmac } from 'node:crypto'

/** Returns the opaque handle of a session for clients: it identifies the session but can't sign anyone in. */
export function sessionHandle(secret: string, token: string): string {
  return createHmac('sha256', secret).update(`session-handle:${token}`).digest('base64url').slice(0, 32)
}
