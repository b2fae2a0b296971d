import {
  type Services,
  provideServices as provide,
} from '@plinth/core/internal/app/server/services.server.ts'
import { createModels } from '@plinth/core/internal/ai/models.server.ts'
import type { OpenDatabase } from '@plinth/core/database/server'
import { parseEnv } from '@plinth/core/internal/env/env.server.ts'
import { testLog } from './test-database.ts'

/**
 * For tests that call procedures without a running application: provides services beyond the context, such as
 * the models of the chat, on the given database.
 */
export async function provideServices(db: OpenDatabase['db']): Promise<void> {
  const models = await createModels({ env: {}, log: testLog })
  provide({ db, env: parseEnv({}), models, secret: 'a secret of the tests' } as Services)
}
