export { preferencesRouter } from './preferences.router.server.ts'
