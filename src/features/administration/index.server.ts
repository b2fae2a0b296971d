export { downloadUsers } from './server/export-users.server.ts'
