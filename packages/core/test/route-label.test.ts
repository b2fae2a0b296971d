import { expect, test } from 'vitest'
import { createMatchRoute } from '@plinth/core/app/server'
import { createRouteLabel } from '@plinth/core/internal/app/server/route-label.server.ts'
import { routeTree } from '../../../src/routeTree.gen.ts'
import { cachedPages } from '@plinth/testing/http/cached-pages.ts'

const labelOf = createRouteLabel({
  matchRoute: createMatchRoute(routeTree),
  procedures: ['sessions.list'],
  authEndpoints: ['/sign-in/email'],
})

test.each([
  ...cachedPages.map((path): [string, string] => [path, path]),
  ['/login/', '/login'],
  ['/dashboard', '/dashboard'],
  ['/dashboard/settings', '/dashboard/settings'],
  ['/api/trpc/sessions.list', '/api/trpc/sessions.list'],
  ['/api/trpc/sessions.list,account.export', '/api/trpc/$'],
  ['/api/trpc/ada@example.com', '/api/trpc/$'],
  ['/API/trpc/sessions.list', '(unknown)'],
  ['/%61pi/trpc/sessions.list', '(unknown)'],
  ['/api/auth/sign-in/email', '/api/auth/sign-in/email'],
  ['/api/auth/callback/secret', '/api/auth/$'],
  ['/api/files/0197f3', '/api/files/$fileId'],
  ['/dev/mailbox.json', '/dev/mailbox.json'],
  ['/dev/mailboxxjson', '(unknown)'],
  ['/assets/core-1a2b.js', '/assets/$'],
  ['/_serverFn/abc', '/_serverFn/$'],
  ['/ada@example.com', '(unknown)'],
])('%s is %s', (path, label) => expect(labelOf(path)).toBe(label))
