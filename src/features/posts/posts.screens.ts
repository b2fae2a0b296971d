import type { Screens, Step } from '@plinth/testing/browser/screens.ts'

export const screens: Screens = {
  signedIn: [
    { path: '/dashboard/posts', isMain: true },
    { path: '/dashboard/posts/new' },
    {
      path: '/dashboard/posts/:id',
      create: (call, title) => call('posts.create', { title, content: 'Everything stands on it.' }),
    },
    { path: '/dashboard/posts/nosuchpost', status: 404 },
  ],
}

export const steps: readonly Step[] = [
  (call) => call('posts.create', { title: 'The first', content: 'Words' }),
]
