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
      'This workspace is shared by the whole team. Post what others should know, and keep it short.\n\nOwners and admins can edit or delete any post; everyone can edit their own.',
    hoursAgo: 50,
  },
  {
    author: 'ben@example.com',
    inAcme: true,
    title: 'Release notes, week 46',
    content:
      'Sign-in is faster, and long lists load page by page.\n\n| Change | Where |\n| --- | --- |\n| Passkeys in one tap | Sign in |\n| Search by prefix | Posts |\n| Live updates | To-dos |\n\nThanks to everyone who reported the slow search.',
    hoursAgo: 26,
  },
  {
    author: 'cleo@example.com',
    inAcme: true,
    title: 'Three questions for Thursday',
    content: "What do new users ask first? What did we promise but haven't shipped? What can we remove?",
    hoursAgo: 3,
  },
  {
    author: 'admin@example.com',
    inAcme: false,
    title: 'Where to start',
    content:
      "Read `docs/architecture.md`, then open `src/features/posts`. It's the feature to copy for your own.\n\n```sh\nnpm run new:feature notes\nnpm run db:generate\nnpm run check\n```\n\n- A feature declares **who may do what** in one file.\n- A verb changes data, writes the audit log and sends mail in one transaction.\n- Its texts exist in four languages, and the check finds what is missing.",
    hoursAgo: 2,
  },
  {
    author: 'ada@example.com',
    inAcme: false,
    title: 'A desk of my own',
    content: "This is my personal workspace, and only I can see it. Acme's posts live in the Acme workspace.",
    hoursAgo: 1,
  },
  {
    author: 'dan@example.com',
    inAcme: false,
    title: 'Notes to myself',
    content: 'My personal workspace: only I can see this.',
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
