export { preferencesRouter } from './server/preferences.router.server.ts'
