import type { Demo } from '@plinth/core/feature/server'
import { formatOwn } from '@plinth/core/verb/server'
import { createId } from '@plinth/core/schema'
import { posts } from './posts.table.server.ts'

type DemoPost = {
  author: string
  inOrganization: boolean
  title: string
  content: string
  hoursAgo: number
}

const demoPosts: readonly DemoPost[] = [
  {
    author: 'ada@example.com',
    inOrganization: true,
    title: 'Release notes 2.4',
    content: `Version 2.4 goes out on **Thursday**. Three things are new, one is gone, and the upgrade takes about two minutes.

## What's new

- **Workspace search.** Press \`Ctrl K\` anywhere to find posts, pages and commands.
- **Undo everywhere.** What you delete by mistake comes back with one click.
- **A calmer settings page.** Four groups instead of twelve sections.

## Upgrade

Run the migration first. It adds two columns and locks nothing:

\`\`\`sh
npm run db:generate
npm run doctor   # says what is left to do
\`\`\`

| Change | Before | Now |
| --- | --- | --- |
| Search, 1 million posts | 340 ms | 18 ms |
| First page load | 212 KB | 148 KB |
| Languages | 2 | 4 |

> If something looks wrong after the upgrade, \`npm run doctor\` names the cause and the one line that fixes it.

### Still to do

- [x] Write the release notes
- [x] Rehearse the rollback
- [ ] Announce it on the status page
`,
    hoursAgo: 0.1,
  },
  {
    author: 'ben@example.com',
    inOrganization: true,
    title: 'How we review pull requests',
    content: `Small, reversible, reviewed within a working day. In practice:

1. **Small.** Up to 300 changed lines. Split larger ones, or talk them through first.
2. **Reversible.** Migrations only add. Remove columns in a later release.
3. **Within a day.** Review before your first commit of the morning.

Reviewers ask questions; the author decides. If you still disagree after two comments, have a call.`,
    hoursAgo: 2,
  },
  {
    author: 'admin@example.com',
    inOrganization: true,
    title: 'Incident: delayed emails',
    content: `The outbox held 412 emails for nine minutes. No email was lost.

**What happened.** Our mail provider refused connections from 14:02 to 14:11. Emails waited in the outbox and went out as soon as it was back.

**What we changed.** The admin overview shows how many emails are waiting, and an alert fires at one hundred.`,
    hoursAgo: 90,
  },
  {
    author: 'cleo@example.com',
    inOrganization: true,
    title: 'Onboarding checklist',
    content: `Your first week at Acme, in order.

- [ ] Accept the invitation and add a passkey
- [ ] Read the handbook, then ask the documents chat what it left out
- [ ] Change one sentence in the docs and open a pull request
- [ ] Have lunch with somebody from another team`,
    hoursAgo: 140,
  },
  {
    author: 'ada@example.com',
    inOrganization: true,
    title: 'Pricing page wording',
    content:
      'Three drafts, what we tested, and the one we kept.\n\nThe winner says what you get before it says what it costs.',
    hoursAgo: 172,
  },
  {
    author: 'admin@example.com',
    inOrganization: true,
    title: 'What we log, and what we never do',
    content:
      'Request ids and durations, yes. Names, tokens and message texts, no.\n\nThe audit log is the exception: it says who did what, and only admins read it.',
    hoursAgo: 200,
  },
  {
    author: 'cleo@example.com',
    inOrganization: true,
    title: 'Support rota for December',
    content:
      'Who answers when, and who steps in if nobody does.\n\n| Week | First | Second |\n| --- | --- | --- |\n| 49 | Cleo | Jonas |\n| 50 | Jonas | Ben |\n| 51 | Lucía | Cleo |',
    hoursAgo: 230,
  },
  {
    author: 'ada@example.com',
    inOrganization: true,
    title: 'Welcome to Acme',
    content:
      'This workspace is shared by the whole team. Post what others should know, and keep it short.\n\nOwners and admins can edit or delete any post; everyone can edit their own.',
    hoursAgo: 300,
  },
  {
    author: 'admin@example.com',
    inOrganization: false,
    title: 'Where to start',
    content:
      'Read `docs/architecture.md`, then open `src/features/posts`, the feature to copy for your own.\n\n```sh\nnpm run new:feature notes title:text due:date?\nnpm run check\n```\n\n- A feature declares **who may do what** in one file.\n- A verb changes data, writes the audit log and sends mail in one transaction.\n- Its texts exist in four languages, and the check finds what is missing.',
    hoursAgo: 2,
  },
  {
    author: 'ada@example.com',
    inOrganization: false,
    title: 'A desk of my own',
    content: "This is my personal workspace, and only I can see it. Acme's posts live in the Acme workspace.",
    hoursAgo: 1,
  },
  {
    author: 'dan@example.com',
    inOrganization: false,
    title: 'Notes to myself',
    content: 'My personal workspace: only I can see this.',
    hoursAgo: 5,
  },
]

export const postsDemo: Demo = {
  conversations: [
    {
      by: 'ben@example.com',
      hoursAgo: 25,
      title: 'Posts about the release',
      turns: [{ text: '/posts release', tool: 'searchPosts', input: { query: 'release' } }],
    },
    {
      by: 'admin@example.com',
      hoursAgo: 49,
      title: 'Delayed emails',
      turns: [{ text: '/posts emails', tool: 'searchPosts', input: { query: 'emails' } }],
    },
  ],
  async seed({ tx, createdBy, hoursAgo, audit }) {
    for (const { author, inOrganization, title, content, hoursAgo: age } of demoPosts) {
      const at = hoursAgo(age)
      const id = createId(at.getTime())
      const columns = createdBy(author, inOrganization ? 'organization' : 'personal')
      const formatted = formatOwn({ content })
      const text = { title, content, ...formatted, excerpt: formatted.contentExcerpt }
      await tx.insert(posts).values({ id, ...columns, ...text, createdAt: at, updatedAt: at })
      const { organizationId } = columns
      const target = { type: 'post', id }
      await audit({ action: 'post.create', by: author, hoursAgo: age, target, organizationId })
    }
  },
}
