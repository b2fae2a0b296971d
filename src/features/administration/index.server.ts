export { userFilterQuery } from './administration.schema.ts'
export { administrationRouter } from './server/administration.router.server.ts'
export { countFigures } from './server/count-figures.server.ts'
export { exportedColumns, exportUsers } from './server/export-users.server.ts'
