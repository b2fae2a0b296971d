export { userFilterQuery } from './administration.schema.ts'
export { administrationRouter } from './administration.router.server.ts'
export { countFigures } from './count-figures.server.ts'
export { exportedColumns, exportUsers } from './export-users.server.ts'
