export { authorizationServer } from './server/metadata.server.ts'
