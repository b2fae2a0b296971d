export type DemoUser = {
  email: string
  firstName: string
  lastName: string
  role: 'admin' | 'user'
  acmeRole?: 'owner' | 'admin' | 'member'
}

/** The users of local mode. Their domain is reserved for examples, so no mail reaches anybody. */
export const demoUsers: readonly DemoUser[] = [
  { email: 'admin@example.com', firstName: 'Alex', lastName: 'Admin', role: 'admin' },
  { email: 'ada@example.com', firstName: 'Ada', lastName: 'Lovelace', role: 'user', acmeRole: 'owner' },
  { email: 'ben@example.com', firstName: 'Ben', lastName: 'Okafor', role: 'user', acmeRole: 'admin' },
  { email: 'cleo@example.com', firstName: 'Cleo', lastName: 'Martins', role: 'user', acmeRole: 'member' },
  { email: 'dan@example.com', firstName: 'Dan', lastName: 'Weber', role: 'user' },
]

export const demoOrganization = { name: 'Acme', slug: 'acme' } as const

/** A pending invitation, so that the lists of invitations are not empty. Dan stays free to be invited. */
export const demoInvitation = {
  inviter: 'ada@example.com',
  email: 'erin.sato@example.com',
  role: 'member',
} as const

export type DemoPost = { author: string; inAcme: boolean; title: string; content: string; hoursAgo: number }

export const demoPosts: readonly DemoPost[] = [
  {
    author: 'ada@example.com',
    inAcme: true,
    title: 'Welcome to Acme',
    content:
      'This workspace belongs to all of us. Write what the others should know, and keep it short.\n\nOwners and admins can change or remove any post; everybody can change their own.',
    hoursAgo: 50,
  },
  {
    author: 'ben@example.com',
    inAcme: true,
    title: 'Release notes, week 46',
    content:
      'Sign-in is quicker, the mailbox shows every mail, and posts load page by page however many there are.',
    hoursAgo: 26,
  },
  {
    author: 'cleo@example.com',
    inAcme: true,
    title: 'Three questions for Thursday',
    content: 'What do new users ask first? What did we promise and not yet do? What can we take away?',
    hoursAgo: 3,
  },
  {
    author: 'admin@example.com',
    inAcme: false,
    title: 'Where to begin',
    content:
      'Read docs/architecture.md, then the folder src/features/posts. It is the slice to copy for your first own feature.',
    hoursAgo: 2,
  },
  {
    author: 'ada@example.com',
    inAcme: false,
    title: 'A desk of my own',
    content: 'This is my personal workspace: nobody else sees it. What Acme shares is in its own.',
    hoursAgo: 1,
  },
  {
    author: 'dan@example.com',
    inAcme: false,
    title: 'Notes to myself',
    content: 'A personal workspace: nobody else sees this.',
    hoursAgo: 5,
  },
]

export const demoTodos: readonly { author: string; inAcme: boolean; text: string; completed: boolean }[] = [
  { author: 'ada@example.com', inAcme: true, text: 'Invite the rest of the team', completed: false },
  { author: 'ben@example.com', inAcme: true, text: 'Publish the release notes', completed: true },
  { author: 'cleo@example.com', inAcme: true, text: 'Collect questions for Thursday', completed: false },
  { author: 'ben@example.com', inAcme: true, text: 'Upload the onboarding guide', completed: true },
  { author: 'admin@example.com', inAcme: false, text: 'Read docs/architecture.md', completed: false },
  { author: 'ada@example.com', inAcme: false, text: 'Add a passkey', completed: false },
]
