export { userFilterQuery } from './administration.schema.ts'
export { exportedColumns, exportUsers } from './server/export-users.server.ts'
