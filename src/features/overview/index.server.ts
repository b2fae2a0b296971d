export { readOverview } from './server/read-overview.server.ts'
