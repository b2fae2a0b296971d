import type { AnyTRPCRouter } from '@trpc/server'
import { perMinute, procedure, router } from '@plinth/core/verb/server'
import { apiKeysAccess } from '../api.access.ts'
import { createKeyInput, keyIdInput } from '../api.schema.ts'
import { createKey } from './create-key.server.ts'
import { listKeys } from './list-keys.server.ts'
import { readReference } from './read-reference.server.ts'
import { revokeKey } from './revoke-key.server.ts'

/** Keys of the signed-in user. No key can call these: they are no operations of the API. */
export const createApiKeysRouter = (all: () => AnyTRPCRouter) =>
  router({
    list: procedure(apiKeysAccess.list).query(({ ctx }) => listKeys(ctx, all())),
    reference: procedure(apiKeysAccess.reference).query(({ ctx }) => readReference(ctx, all())),
    create: procedure(apiKeysAccess.create, perMinute(60))
      .input(createKeyInput)
      .mutation(({ ctx, input }) => createKey(ctx, input, all())),
    revoke: procedure(apiKeysAccess.revoke, perMinute(60))
      .input(keyIdInput)
      .mutation(({ ctx, input }) => revokeKey(ctx, input)),
  })
