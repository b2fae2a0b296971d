export { beforeAccountDeletion } from './server/before-account-deletion.server.ts'
export { organizationsRouter } from './server/organizations.router.server.ts'
