import { perMinute, procedure, router } from '@plinth/core/verb/server'
import { passkeysAccess } from '../passkeys.access.ts'
import { idInput, renamePasskeyInput } from '../passkeys.schema.ts'
import { listPasskeys } from './list-passkeys.server.ts'
import { removePasskey } from './remove-passkey.server.ts'
import { renamePasskey } from './rename-passkey.server.ts'

export const passkeysRouter = router({
  list: procedure(passkeysAccess.list).query(({ ctx }) => listPasskeys(ctx)),
  rename: procedure(passkeysAccess.rename, perMinute(120))
    .input(renamePasskeyInput)
    .mutation(({ ctx, input }) => renamePasskey(ctx, input)),
  remove: procedure(passkeysAccess.remove, perMinute(120))
    .input(idInput)
    .mutation(({ ctx, input }) => removePasskey(ctx, input)),
})
