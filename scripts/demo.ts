// npm run demo -- remove: takes the demo accounts and what is theirs out of the database.
import './load-env.ts'
import { removeDemo } from '#/app/registry/demo/demo.server.ts'
import { withDatabase } from './with-database.ts'

if (process.argv[2] !== 'remove') {
  console.error('Usage: npm run demo -- remove')
  process.exit(1)
}
const count = await withDatabase(({ db }) => removeDemo(db))
console.log(
  count === 0 ? 'There was no demo account.' : `Removed ${count} demo accounts and what was theirs.`,
)
