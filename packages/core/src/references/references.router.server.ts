import { procedure, router } from '#/trpc/trpc.server.ts'
import { referencesAccess } from './references.access.ts'
import { referenceChoicesInput } from './references.schema.ts'
import { referenceChoices } from './references.server.ts'

export const referencesRouter = router({
  choices: procedure(referencesAccess.choices)
    .input(referenceChoicesInput)
    .query(({ ctx, input }) => referenceChoices(ctx, input)),
})
