import { existsSync } from 'node:fs'
import path from 'node:path'

/**
 * Throws unless the application is built: otherwise a test that starts it would fail with a missing module.
 */
export function requireBuild(): void {
  const built = path.resolve('dist/server/server.js')
  if (!existsSync(built))
    throw new Error(
      'The application is not built: NODE_ENV=production node scripts/run.mjs build (npm test does it)',
    )
}
