import { expectedAnswers } from './table.ts'

// Entry points of no single slice: public pages, probes, and the two paths whose endpoints have their own
// lines.

export const rows = expectedAnswers(
  `
  #                                   stranger  unverified  personal    member      admin       owner       foreign     appAdmin    impersonating  banned
  GET /                               200       200         200         200         200         200         200         200         200            200
  GET /login                          200       >/dashboard >/dashboard >/dashboard >/dashboard >/dashboard >/dashboard >/dashboard >/dashboard    200
  GET /login (with a way back)        200       >/after     >/after     >/after     >/after     >/after     >/after     >/after     >/after        200
  GET /register                       200       >/dashboard >/dashboard >/dashboard >/dashboard >/dashboard >/dashboard >/dashboard >/dashboard    200
  GET /forgot-password                200       200         200         200         200         200         200         200         200            200
  GET /reset-password                 200       200         200         200         200         200         200         200         200            200
  GET /verify-email                   200       200         200         200         200         200         200         200         200            200

  # These tests run on the same machine, in local mode; tests/http/local-mode.test.ts asks from elsewhere.
  GET /dev/mailbox                    200       200         200         200         200         200         200         200         200            200
  GET /dev/mailbox.json               200       200         200         200         200         200         200         200         200            200
  GET /dev/components                 200       200         200         200         200         200         200         200         200            200
  requireLocalMode()                  200       200         200         200         200         200         200         200         200            200
  readMailbox()                       200       200         200         200         200         200         200         200         200            200

  # Who the caller is, and nobody else.
  readAccountVerified()               200       200         200         200         200         200         200         200         200            200
  readResetLinkOpen()                 200       200         200         200         200         200         200         200         200            200
  readViewer()                        200       200         200         200         200         200         200         200         200            200

  GET /robots.txt                     200       200         200         200         200         200         200         200         200            200
  GET /sitemap.xml                    200       200         200         200         200         200         200         200         200            200
  GET /manifest.webmanifest           200       200         200         200         200         200         200         200         200            200

  GET /healthz                        200       200         200         200         200         200         200         200         200            200
  GET /readyz                         200       200         200         200         200         200         200         200         200            200
  # Not switched on here; tests/http/metrics.test.ts asks where it is. Nobody is known there, only a token.
  GET /metrics                        404       404         404         404         404         404         404         404         404            404
  GET /api/trpc/$ (unknown)           404       404         404         404         404         404         404         404         404            404
  POST /api/trpc/$ (unknown)          404       404         404         404         404         404         404         404         404            404
  GET /api/auth/$ (unknown)           404       404         404         404         404         404         404         404         404            404
  POST /api/auth/$ (unknown)          404       404         404         404         404         404         404         404         404            404
  `,
  {
    'GET /login (with a way back)': () => ({ path: '/login?redirect=/after' }),
    'GET /api/trpc/$ (unknown)': () => ({ path: '/api/trpc/posts.unknown' }),
    'POST /api/trpc/$ (unknown)': () => ({ path: '/api/trpc/posts.unknown' }),
    'GET /api/auth/$ (unknown)': () => ({ path: '/api/auth/unknown' }),
    'POST /api/auth/$ (unknown)': () => ({ path: '/api/auth/unknown' }),
  },
)
