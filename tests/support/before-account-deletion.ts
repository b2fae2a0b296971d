// For tests of slices, which may not import other slices.
export { beforeAccountDeletion } from '#/features/organizations/index.server.ts'
