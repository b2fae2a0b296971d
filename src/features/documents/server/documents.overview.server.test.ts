import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { readOverview } from '@plinth/core/internal/app/overview/read-overview.server.ts'
import { writeAudit } from '@plinth/core/verb/server'
import { createTeam } from '@plinth/testing/factories.ts'
import { makeContext } from '@plinth/testing/make-context.ts'
import { openTestDatabase } from '@plinth/testing/test-database.ts'
import { addDocument } from './add-document.server.ts'
import { documents } from './documents.table.server.ts'

const { db } = await openTestDatabase()

test('the recent activity names an uploaded document, until it is deleted', async () => {
  const { member, organization } = await createTeam(db)
  const context = makeContext(db, member)
  const id = await db.transaction((tx) =>
    addDocument(tx, context.storage, {
      workspace: { organizationId: organization.id, ownerId: null },
      createdById: member.userId,
      name: 'handbook.md',
      format: 'markdown',
      text: '# Handbook',
    }),
  )
  await db.transaction((tx) =>
    writeAudit(tx, member, { action: 'document.upload', target: { type: 'document', id } }),
  )
  expect((await readOverview(context)).activity).toMatchObject([
    { action: 'document.upload', object: { id, title: 'handbook.md' } },
  ])
  await db.delete(documents).where(eq(documents.id, id))
  expect((await readOverview(context)).activity).toMatchObject([{ action: 'document.upload', object: null }])
})
