import { like } from 'drizzle-orm'
import { MCP_PATH } from '#/features/api/feature.server.ts'
import { limitCounter } from '@plinth/core/internal/limits/limits.table.server.ts'
import type { AppUnderTest } from '@plinth/testing/http/open-app.ts'
import { oauthProgram } from './oauth-program.ts'

/** The path that tokens are for. */
export const AUDIENCE = MCP_PATH

/** An app that connects to an application of a test. */
export const oauthClient = ({ url, db }: AppUnderTest) =>
  oauthProgram({
    url,
    resource: url + AUDIENCE,
    // All tests share one address.
    beforeRegistration: () => db.delete(limitCounter).where(like(limitCounter.key, '%/oauth2/register:%')),
  })
