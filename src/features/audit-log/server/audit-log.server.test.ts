import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { eq, sql } from 'drizzle-orm'
import { pgTable, text as textColumn } from 'drizzle-orm/pg-core'
import { describe, expect, test } from 'vitest'
import { type Actor, type SignedInActor, anonymous } from '@plinth/core/access'
import { auditLog, writeAudit } from '@plinth/core/verb/server'
import type { AuditEntry } from '@plinth/core/internal/audit/audit.server.ts'
import { type Catalog, keysOfSection } from '@plinth/core/texts'
import { user } from '@plinth/core/database/server'
import { csvAnswer } from '@plinth/core/internal/realtime/csv-download.server.ts'
import { moduleFolders } from '@plinth/cli/core-folder.ts'
import { catalogs } from '#/shell/slots/translations.server.ts'
import { actorOf, createTeam, createUser } from '@plinth/testing/factories.ts'
import { failureOf } from '@plinth/testing/failure-of.ts'
import { endlessStream, makeContext } from '@plinth/testing/make-context.ts'
import { openTestDatabase } from '@plinth/testing/test-database.ts'
import { auditFilter, auditPageInput, listAuditInput } from '../audit-log.schema.ts'
import { auditColumns, exportAudit } from './export-audit.server.ts'
import { listAudit, listOrganizationAudit, listOwnAudit } from './list-audit.server.ts'

const { db, pool } = await openTestDatabase()
const boss = actorOf(await createUser(db, { role: 'admin', name: 'Boss' }))
const did = (actor: Actor, entry: AuditEntry) => db.transaction((tx) => writeAudit(tx, actor, entry))
const to = (type: string, id: string) => ({ target: { type, id } })
const list = (input: object = {}, actor: Actor = boss) =>
  listAudit(makeContext(db, actor), listAuditInput.parse(input), {})
const actionsOf = async (page: Promise<{ items: { action: string }[] }>) =>
  (await page).items.map(({ action }) => action)

describe('the log', () => {
  test.each([
    ['update', `update audit_log set action = 'nothing'`],
    ['delete', 'delete from audit_log'],
    ['truncate', 'truncate audit_log'],
    ['cascading truncate', 'truncate audit_log cascade'],
    ['merge', 'merge into audit_log using (values (1)) as one (n) on true when matched then delete'],
  ])('rejects every %s, also by the application itself', async (_, statement) => {
    await did(boss, { action: 'user.ban', ...to('user', 'somebody') })
    const before = await db.select().from(auditLog).orderBy(auditLog.id)
    await expect(pool.query(statement)).rejects.toThrow('append-only')
    await expect(db.transaction((tx) => tx.execute(sql.raw(statement)))).rejects.toThrow()
    expect(await db.select().from(auditLog).orderBy(auditLog.id)).toEqual(before)
  })

  test('keeps the entries of a deleted user, without their name', async () => {
    const someUser = await createUser(db, { name: 'Gone Soon', email: 'gone-soon@example.com' })
    await did(actorOf(someUser), { action: 'user.changePassword', ...to('user', someUser.id) })
    const known = { id: someUser.id, name: 'Gone Soon', email: 'gone-soon@example.com' }
    expect((await list({ actorId: someUser.id })).items).toMatchObject([
      { actor: known, target: { type: 'user', id: someUser.id, name: 'Gone Soon' } },
    ])
    await db.delete(user).where(eq(user.id, someUser.id))
    const { items } = await list({ actorId: someUser.id })
    expect(items).toMatchObject([
      { actor: { id: someUser.id, name: null, email: null }, target: { id: someUser.id, name: null } },
    ])
    const { rows } = await pool.query(`select 1 from audit_log where audit_log::text ilike '%gone%soon%'`)
    expect(rows).toEqual([])
  })
})

describe('the list for administrators', () => {
  test('shows actor, action, target, impersonator and IP address', async () => {
    const [someUser, target] = [await createUser(db, { name: 'Ada' }), await createUser(db, { name: 'Ben' })]
    await did(
      { ...actorOf(someUser), impersonatedBy: boss.userId },
      { action: 'post.create', ...to('user', target.id), details: { size: 1 } },
    )
    const { items } = await list({ actorId: someUser.id })
    expect(items).toEqual([
      {
        id: expect.any(String) as string,
        at: expect.any(Date) as Date,
        action: 'post.create',
        actor: { id: someUser.id, name: 'Ada', email: someUser.email },
        impersonator: { id: boss.userId, name: 'Boss', email: expect.any(String) as string },
        target: { type: 'user', id: target.id, name: 'Ben' },
        ip: null,
        details: { size: 1 },
      },
    ])
  })

  test('can be filtered by user, action or its noun, time and part of a name', async () => {
    const [ada, ben] = [
      await createUser(db, { name: 'Filtered Ada' }),
      await createUser(db, { name: 'Filtered Ben' }),
    ]
    await did(actorOf(ada), { action: 'user.changeName', ...to('user', ada.id) })
    await did(actorOf(ada), { action: 'session.end', ...to('session', 'one') })
    await did(boss, { action: 'user.ban', ...to('user', ben.id) })
    expect(await actionsOf(list({ actorId: ada.id }))).toEqual(['session.end', 'user.changeName'])
    expect(await actionsOf(list({ targetId: ben.id }))).toEqual(['user.ban'])
    expect(await actionsOf(list({ actorId: ada.id, action: 'user' }))).toEqual(['user.changeName'])
    expect(await actionsOf(list({ actorId: ada.id, action: 'session.end' }))).toEqual(['session.end'])
    expect(await actionsOf(list({ actorId: ada.id, action: 'session.en' }))).toEqual([])
    expect(await actionsOf(list({ search: 'filtered' }))).toEqual([
      'user.ban',
      'session.end',
      'user.changeName',
    ])
    expect(await actionsOf(list({ search: 'filtered ben' }))).toEqual(['user.ban'])
    expect(await actionsOf(list({ search: 'nobody like that' }))).toEqual([])
    const minute = 60_000
    expect(
      await actionsOf(
        list({ actorId: ada.id, from: new Date(Date.now() - minute), to: new Date(Date.now() + minute) }),
      ),
    ).toHaveLength(2)
    expect(await actionsOf(list({ actorId: ada.id, to: new Date(Date.now() - minute) }))).toEqual([])
    expect(await actionsOf(list({ actorId: ada.id, from: new Date(Date.now() + minute) }))).toEqual([])
  })

  test('returns every entry once, page after page', async () => {
    const someUser = actorOf(await createUser(db))
    await db.transaction(async (tx) => {
      for (let count = 0; count < 25; count += 1)
        await writeAudit(tx, someUser, { action: `user.act${count}` })
    })
    const seen: string[] = []
    let cursor: string | null | undefined
    do {
      const page = await list({ actorId: someUser.userId, cursor, limit: 7 })
      seen.push(...page.items.map(({ id }) => id))
      cursor = page.nextCursor
    } while (cursor !== null)
    expect([seen.length, new Set(seen).size]).toEqual([25, 25])
    expect(await failureOf(list({ cursor: 'nonsense' }))).toMatchObject({
      kind: 'invalid',
      params: { field: 'cursor' },
    })
  })

  test('is for admins only', async () => {
    expect(await failureOf(list({}, anonymous))).toMatchObject({ kind: 'unauthenticated' })
    expect(await failureOf(list({}, actorOf(await createUser(db))))).toMatchObject({ kind: 'forbidden' })
    expect(await failureOf(list({}, { ...boss, impersonatedBy: 'x' }))).toMatchObject({ kind: 'forbidden' })
  })

  test('can be exported with the same filter, which is logged', async () => {
    const someUser = await createUser(db, { name: '=evil' })
    await did(actorOf(someUser), {
      action: 'user.changeName',
      ...to('user', someUser.id),
      details: { a: '"' },
    })
    const ctx = makeContext(db, boss)
    const pages = exportAudit(ctx, auditFilter.parse({ actorId: someUser.id }))
    const text = await (
      await csvAnswer(endlessStream(), { name: 'x.csv', columns: auditColumns, pages })
    ).text()
    const [head, line, ...rest] = text.trimEnd().split('\r\n')
    expect(head).toContain('at,action,actorId')
    expect(line).toContain(
      `user.changeName,${someUser.id},${someUser.email},,,user,${someUser.id},"'=evil",,"{""a"":""\\""""}"`,
    )
    expect(rest).toEqual([])
    expect((await list({ action: 'audit.export' })).items).toMatchObject([
      { actor: { id: boss.userId }, details: { actorId: someUser.id } },
    ])
    expect(await failureOf(exportAudit(makeContext(db, actorOf(someUser)), {}).next())).toMatchObject({
      kind: 'forbidden',
    })
  })
})

describe('the security events of a user', () => {
  const mine = (actor: SignedInActor) => listOwnAudit(makeContext(db, actor), auditPageInput.parse({}))

  test('contain actions on the account by the user and by others, and nothing about other accounts', async () => {
    const [someUser, other] = [actorOf(await createUser(db)), actorOf(await createUser(db))]
    const { userId } = someUser
    await did(anonymous, { action: 'session.create', actorId: userId, ...to('user', userId) })
    await did(someUser, { action: 'session.end', ...to('session', 'one') })
    await did(someUser, { action: 'post.create', ...to('post', 'one') })
    await did(boss, { action: 'user.revokeSessions', ...to('user', userId) })
    await did(other, { action: 'user.changePassword', ...to('user', other.userId) })
    expect(await actionsOf(mine(someUser))).toEqual(['user.revokeSessions', 'session.end', 'session.create'])
    expect(await actionsOf(mine(boss))).toEqual([])
    const { items } = await mine(someUser)
    expect(items[0]).toMatchObject({ actor: { name: 'Boss', email: null }, ip: null })
  })

  test('require sign-in', async () => {
    expect(await failureOf(listOwnAudit(makeContext(db, anonymous), auditPageInput.parse({})))).toMatchObject(
      { kind: 'unauthenticated' },
    )
  })
})

describe('the log of an organization', () => {
  const ours = (actor: Actor) => listOrganizationAudit(makeContext(db, actor), auditPageInput.parse({}), {})

  test('contains the actions in it, for its owners, without the security events of its members', async () => {
    const [team, others] = [await createTeam(db), await createTeam(db)]
    // Of whatever feature: the log knows none.
    await did(team.member, { action: 'thing.create', ...to('thing', 'one') })
    await did(team.owner, { action: 'mail.retry', ...to('mail', 'one'), organizationId: null })
    await did(team.member, { action: 'user.changePassword', ...to('user', team.member.userId) })
    await did(team.admin, { action: 'member.remove', ...to('member', 'one') })
    await did(others.member, { action: 'post.create', ...to('post', 'two') })
    await did(team.member, { action: 'chat.approve', ...to('chatApproval', 'one') })
    // By an owner of both.
    const id = team.organization.id
    await did(others.owner, { action: 'organization.update', ...to('organization', id) })
    expect(await actionsOf(ours(team.owner))).toEqual([
      'organization.update',
      'chat.approve',
      'member.remove',
      'thing.create',
    ])
    expect(await actionsOf(ours(others.owner))).toEqual(['post.create'])
    const { items } = await ours(team.owner)
    expect(items.at(-1)).toMatchObject({
      actor: { id: team.member.userId, name: 'Ada Lovelace', email: null },
      ip: null,
    })
  })

  test('names a target by its title where the reader may see it, and elsewhere says where it is', async () => {
    const [team, others] = [await createTeam(db), await createTeam(db)]
    await pool.query(
      `create table thing (id text primary key, organization_id text, owner_id text, title text)`,
    )
    const table = pgTable('thing', {
      id: textColumn('id').primaryKey(),
      organizationId: textColumn('organization_id'),
      ownerId: textColumn('owner_id'),
      title: textColumn('title'),
    })
    await db.insert(table).values([
      { id: 'ours', organizationId: team.organization.id, title: 'Our kiln' },
      { id: 'theirs', organizationId: others.organization.id, title: 'Their kiln' },
    ])
    await did(team.member, { action: 'post.create', ...to('post', 'ours') })
    await did(others.member, { action: 'post.create', ...to('post', 'theirs') })
    await did(boss, { action: 'post.create', ...to('post', 'deleted') })
    const targets = { post: { table, title: table.title } }
    const namesFor = async (workspace: SignedInActor['workspace']) => {
      const ctx = makeContext(db, { ...boss, workspace })
      const { items } = await listAudit(
        ctx,
        listAuditInput.parse({ action: 'post.create', limit: 3 }),
        targets,
      )
      return items.map(({ target }) => target?.name ?? target?.place)
    }
    const [us, them] = [team.organization.name, others.organization.name]
    expect(await namesFor(team.admin.workspace)).toEqual([null, them, 'Our kiln'])
    expect(await namesFor(others.admin.workspace)).toEqual([null, 'Their kiln', us])
    expect(await namesFor(boss.workspace)).toEqual([undefined, them, us])
    const own = listOrganizationAudit(makeContext(db, team.owner), auditPageInput.parse({}), targets)
    expect((await own).items[0]).toMatchObject({ target: { id: 'ours', name: 'Our kiln' } })
  })

  test('is for its owners only', async () => {
    const team = await createTeam(db)
    for (const actor of [team.admin, team.member, boss])
      expect(await failureOf(ours(actor))).toMatchObject({ kind: 'forbidden' })
    expect(await failureOf(ours(anonymous))).toMatchObject({ kind: 'unauthenticated' })
  })
})

const sources = globSync(`${moduleFolders('.')}/**/*.server.{ts,js}`).filter(
  (file) => !file.endsWith('.test.ts'),
)
const written = sources
  .map((file) => readFileSync(file, 'utf8'))
  .filter((source) => /\b(?:writeAudit|AuditEntry)\b/.test(source))
/** What `workspaceRows` writes for rows that can be restored. */
const restored = sources.flatMap((file) => {
  const [, noun] = /workspaceRows\(\{[^}]*?noun: '([\w-]+)'/.exec(readFileSync(file, 'utf8')) ?? []
  const rules = globSync(path.join(path.dirname(file), '../*.access.ts'))
  const isRestorable = rules.some((rule) => readFileSync(rule, 'utf8').includes('restore:'))
  return noun !== undefined && isRestorable ? [`${noun}.restore`] : []
})
/** What the first group of a pattern matches in the sources that write entries. */
const found = (pattern: RegExp) =>
  written.flatMap((source) => [...source.matchAll(pattern)].map(([, match = '']) => match))
const named = [...keysOfSection(catalogs.en as Catalog, 'audit').keys()]
/** Each name must have a text; says what to add where. */
function expectTexts(group: string, names: readonly string[]): void {
  const missing = [...new Set(names)].filter((name) => !named.includes(`${group}.${name}`))
  const add = `In the section "audit" of the locales/en.json of the feature that writes them, add to "${group}":`
  expect(missing, [add, ...missing.map((name) => `  "${name}": "..."`)].join('\n')).toEqual([])
}

describe('the texts of entries', () => {
  const actions = [...found(/action(?::|,| =)[^\n]*?'([a-z][\w-]*\.[a-z]\w*)'/g), ...restored]

  test('exist for every action that the sources write, for its noun and for its target', () => {
    expect(actions).toContain('user.ban')
    expectTexts('actions', actions)
    expectTexts(
      'nouns',
      actions.map((action) => action.split('.')[0] ?? ''),
    )
    const targets = found(/target(?::| =) \{ type: '([\w-]+)'/g).filter((type) => type !== 'user')
    expectTexts('targets', targets)
  })

  test('exist for every detail that the sources write, and for the words among their values', () => {
    const details = found(/\bdetails(?::| =) \{([^}]*)\}/g)
      .flatMap((content) => content.replaceAll(/\/\/.*/g, '').split(','))
      .flatMap((part) => /^\s*(\w+)\s*(?::|$)/.exec(part)?.[1] ?? [])
    expect(details).toContain('reason')
    expectTexts('details', details)
    const values = ['by', 'method', 'kind', 'provider'].flatMap((name) =>
      found(new RegExp(`details: \\{ ${name}: '([^']+)'`, 'g')).map((value) => `${name}.${value}`),
    )
    expectTexts('values', values)
  })

  test('are of actions that the sources write', () => {
    const all = written.join('\n')
    const texts = named.flatMap((key) => /^actions\.(.+)$/.exec(key)?.[1] ?? [])
    const idle = texts.filter((action) => !all.includes(`'${action}'`) && !restored.includes(action))
    expect(idle, `No source writes these: delete their texts in "audit", "actions".`).toEqual([])
  })
})
