// For tests of slices, which may not import another slice.
export { beforeAccountDeletion } from '#/features/organizations/index.server.ts'
