export { organizationsRouter } from './server/organizations.router.server.ts'
