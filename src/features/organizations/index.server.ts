export { organizationsRouter } from './organizations.router.server.ts'
