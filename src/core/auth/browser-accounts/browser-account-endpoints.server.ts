import { z } from 'zod'
import type { AuthEndpoint } from '#/core/auth/auth-endpoint.server.ts'
import { onListDeviceSessions, onRevokeDeviceSession, onSetActive } from './browser-account-guards.server.ts'

const handleBody = z.strictObject({
  sessionToken: z.string({ error: 'errors:required' }).min(1, 'errors:required').max(64, 'errors:tooLong'),
})
const rule = (name: string) => ({ action: `auth/multi-session/${name}`, allow: ['anyone'] as const })
const often = { max: 300, windowSeconds: 900 }

/**
 * Several people in one browser, under the paths of Better Auth's multi-session plugin and for its client.
 * Answered by us: the plugin leaves a sixth session alive, forgets what was chosen of "remember me", and
 * names its cookies after tokens. Who holds an account's cookie may act on it.
 */
export const browserAccountEndpoints: readonly AuthEndpoint[] = [
  {
    method: 'GET',
    path: '/multi-session/list-device-sessions',
    rule: rule('list-device-sessions'),
    isOwn: true,
    around: onListDeviceSessions,
  },
  {
    method: 'POST',
    path: '/multi-session/set-active',
    rule: rule('set-active'),
    isOwn: true,
    body: handleBody,
    around: onSetActive,
    perAddress: often,
  },
  {
    method: 'POST',
    path: '/multi-session/revoke',
    rule: rule('revoke'),
    isOwn: true,
    body: handleBody,
    around: onRevokeDeviceSession,
    perAddress: often,
  },
]
