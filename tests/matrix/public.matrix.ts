import { expectedAnswers } from '../../tests/matrix/table.ts'

// Entry points of no single feature: what is public, probes, and the two paths whose endpoints have their own
// lines.

export const rows = expectedAnswers(
  `
  #                                   stranger    unverified  personal    member      admin       owner       foreign     appAdmin    impersonating banned      pending
  # These tests run on the same machine, in local mode; packages/core/test/http/local-mode.test.ts asks from elsewhere.
  GET /dev/mailbox.json               200         200         200         200         200         200         200         200         200           200
  POST /dev/demo                      >/dashboard         >/dashboard         >/dashboard         >/dashboard         >/dashboard         >/dashboard         >/dashboard         >/dashboard         >/dashboard         >/dashboard         >/dashboard

  # Who the caller is, and nobody else.
  readViewer()                        200         200         200         200         200         200         200         200         200           200

  GET /robots.txt                     200         200         200         200         200         200         200         200         200           200
  GET /.well-known/change-password    >/dashboard/settings-enhanced         >/dashboard/settings-enhanced         >/dashboard/settings-enhanced         >/dashboard/settings-enhanced         >/dashboard/settings-enhanced         >/dashboard/settings-enhanced         >/dashboard/settings-enhanced         >/dashboard/settings-enhanced         >/dashboard/settings-enhanced           >/dashboard/settings-enhanced
  GET /sitemap.xml                    200         200         200         200         200         200         200         200         200           200
  GET /manifest.webmanifest           200         200         200         200         200         200         200         200         200           200
  GET /api/files/$fileId (unknown)    404         404         404         404         404         404         404         404         404           404

  # Browsers report their errors, also those of visitors.
  POST /api/client-errors             204         204         204         204         204         204         204         204         204           204         204

  GET /healthz                        200         200         200         200         200         200         200         200         200           200
  GET /readyz                         200         200         200         200         200         200         200         200         200           200
  # Not switched on here; packages/core/test/http/metrics.test.ts asks where it is. Nobody is known there, only a token.
  GET /metrics                        404         404         404         404         404         404         404         404         404           404
  GET /api/trpc/$ (unknown)           404         404         404         404         404         404         404         404         404           404
  POST /api/trpc/$ (unknown)          404         404         404         404         404         404         404         404         404           404
  GET /api/auth/$ (unknown)           404         404         404         404         404         404         404         404         404           404
  POST /api/auth/$ (unknown)          404         404         404         404         404         404         404         404         404           404
  `,
  {
    'POST /api/client-errors': () => ({
      body: { id: 'abcdefgh1234', name: 'TypeError', route: '/login', frames: ['@assets/a-12345678.js:1:1'] },
    }),
    'GET /api/files/$fileId (unknown)': () => ({ path: '/api/files/unknown' }),
    'GET /api/trpc/$ (unknown)': () => ({ path: '/api/trpc/account.unknown' }),
    'POST /api/trpc/$ (unknown)': () => ({ path: '/api/trpc/account.unknown' }),
    'GET /api/auth/$ (unknown)': () => ({ path: '/api/auth/unknown' }),
    'POST /api/auth/$ (unknown)': () => ({ path: '/api/auth/unknown' }),
  },
)
