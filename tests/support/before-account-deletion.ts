// What all installed features do about a deletion, for tests of features, which may not import each other.
import { installed } from '#/app/registry/installed.server.ts'

export const { beforeAccountDeletion, refuseAccountDeletion } = installed
