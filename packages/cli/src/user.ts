// npm run user -- promote EMAIL: makes a user an admin of the application.
import './load-env.ts'
import { promoteUser } from '@plinth/core/internal/auth/promote-user.server.ts'
import { withDatabase } from './with-database.ts'

const [command, email] = process.argv.slice(2)
if (command !== 'promote' || !email) {
  console.error('Usage: npm run user -- promote EMAIL')
  process.exit(1)
}
const found = await withDatabase(({ db }) => promoteUser(db, email))
console.log(
  found
    ? `${email} is an administrator now.`
    : `There is no account with the address ${email}. Register it first.`,
)
if (!found) process.exitCode = 1
