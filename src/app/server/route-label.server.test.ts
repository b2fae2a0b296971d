import { expect, test } from 'vitest'
import { createRouteLabel } from './route-label.server.ts'

const labelOf = createRouteLabel({
  routes: [
    '/',
    '/login',
    '/dashboard/',
    '/dashboard/posts/$postId',
    '/dashboard/posts/new',
    '/api/trpc/$',
    '/api/auth/$',
    '/api/files/$id',
    '/dev/mailbox.json',
  ],
  procedures: ['posts.list'],
  authEndpoints: ['/sign-in/email'],
})

test.each([
  ['/', '/'],
  ['/login', '/login'],
  ['/login/', '/login'],
  ['/dashboard', '/dashboard'],
  ['/dashboard/posts/0197f3', '/dashboard/posts/$postId'],
  ['/dashboard/posts/new', '/dashboard/posts/new'],
  ['/api/trpc/posts.list', '/api/trpc/posts.list'],
  ['/api/trpc/posts.list,posts.get', '/api/trpc/$'],
  ['/api/trpc/ada@example.com', '/api/trpc/$'],
  ['/api/auth/sign-in/email', '/api/auth/sign-in/email'],
  ['/api/auth/callback/secret', '/api/auth/$'],
  ['/api/files/0197f3', '/api/files/$id'],
  ['/dev/mailbox.json', '/dev/mailbox.json'],
  ['/dev/mailboxxjson', '(unknown)'],
  ['/assets/core-1a2b.js', '/assets/$'],
  ['/_serverFn/abc', '/_serverFn/$'],
  ['/ada@example.com', '(unknown)'],
])('%s is %s', (path, label) => expect(labelOf(path)).toBe(label))
