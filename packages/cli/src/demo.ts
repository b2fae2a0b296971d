// npm run demo -- remove: removes the demo accounts with everything they own.
import './load-env.ts'
import { removeDemo } from '@plinth/core/internal/app/registry/demo/demo.server.ts'
import { withDatabase } from './with-database.ts'
import './installed.ts'

if (process.argv[2] !== 'remove') {
  console.error('Usage: npm run demo -- remove')
  process.exit(1)
}
const count = await withDatabase(({ db }) => removeDemo(db))
console.log(
  count === 0 ? 'There are no demo accounts.' : `Removed ${count} demo accounts with everything they own.`,
)
