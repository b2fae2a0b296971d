export type DemoUser = {
  email: string
  firstName: string
  lastName: string
  role: 'admin' | 'user'
  daysAgo: number
  isUnverified?: true
  ban?: { reason: string; days: number }
}

/** The users of local mode. Their domain is reserved for examples, so no mail reaches anybody. */
/** Who opens the demo from the home page. */
export const DEMO_VISITOR = 'ada@example.com'

export const demoUsers: readonly DemoUser[] = [
  { email: 'admin@example.com', firstName: 'Alex', lastName: 'Admin', role: 'admin', daysAgo: 28 },
  { email: 'ada@example.com', firstName: 'Ada', lastName: 'Lovelace', role: 'user', daysAgo: 28 },
  { email: 'ben@example.com', firstName: 'Ben', lastName: 'Okafor', role: 'user', daysAgo: 26 },
  { email: 'cleo@example.com', firstName: 'Cleo', lastName: 'Martins', role: 'user', daysAgo: 24 },
  { email: 'dan@example.com', firstName: 'Dan', lastName: 'Weber', role: 'user', daysAgo: 23 },
  { email: 'mei.tanaka@example.com', firstName: 'Mei', lastName: 'Tanaka', role: 'user', daysAgo: 20 },
  { email: 'jonas.keller@example.com', firstName: 'Jonas', lastName: 'Keller', role: 'user', daysAgo: 17 },
  { email: 'sofia.almeida@example.com', firstName: 'Sofia', lastName: 'Almeida', role: 'admin', daysAgo: 15 },
  {
    email: 'omar.haddad@example.com',
    firstName: 'Omar',
    lastName: 'Haddad',
    role: 'user',
    daysAgo: 12,
    ban: { reason: 'Sent the same link to forty members', days: 30 },
  },
  {
    email: 'lucia.fernandez@example.com',
    firstName: 'Lucía',
    lastName: 'Fernández',
    role: 'user',
    daysAgo: 9,
  },
  {
    email: 'victor.lindqvist@example.com',
    firstName: 'Victor',
    lastName: 'Lindqvist',
    role: 'user',
    daysAgo: 7,
    ban: { reason: 'Disputed payment', days: 7 },
  },
  {
    email: 'priya.nair@example.com',
    firstName: 'Priya',
    lastName: 'Nair',
    role: 'user',
    daysAgo: 4,
    isUnverified: true,
  },
  { email: 'henrik.brandt@example.com', firstName: 'Henrik', lastName: 'Brandt', role: 'user', daysAgo: 2 },
  {
    email: 'noor.visser@example.com',
    firstName: 'Noor',
    lastName: 'Visser',
    role: 'user',
    daysAgo: 0,
    isUnverified: true,
  },
]
