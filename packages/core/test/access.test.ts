import { describe, expect, test } from 'vitest'
import {
  type SignedInActor,
  type WorkspaceRole,
  accessErrorOf,
  anonymous,
  defineAccess,
  may,
} from '@plinth/core/access'

describe('an access rule', () => {
  const user: SignedInActor = {
    kind: 'user',
    userId: 'ada',
    sessionId: 's',
    role: 'user',
    emailVerified: true,
    workspace: { organizationId: 'acme', role: 'member' },
    impersonatedBy: null,
  }
  const rows = defineAccess('sample', {
    read: ['member'],
    change: ['creator', 'workspace-admin'],
    invite: { allow: ['workspace-admin'], unless: ['unverified', 'impersonated', 'personal-workspace'] },
    administer: ['app-admin'],
    arrive: ['signed-out'],
  })

  test('distinguishes own content from that of others, and workspace roles from one another', () => {
    expect(may(user, rows.change, { createdById: 'ada' })).toBe(true)
    expect(may(user, rows.change, { createdById: 'ben' })).toBe(false)
    expect(may(user, rows.change, { createdById: null })).toBe(false)
    expect(may(user, rows.change)).toBe(true)
    const admin: SignedInActor = { ...user, workspace: { organizationId: 'acme', role: 'admin' } }
    expect(may(admin, rows.change, { createdById: 'ben' })).toBe(true)
    expect(may({ ...user, role: 'admin' }, rows.change, { createdById: 'ben' })).toBe(false)
  })

  test('lets a role it does not name read and write nothing, not even content its holder created earlier', () => {
    const viewer: SignedInActor = {
      ...user,
      workspace: { organizationId: 'acme', role: 'nobody' as WorkspaceRole },
    }
    for (const rule of [rows.read, rows.change, rows.invite]) {
      expect(may(viewer, rule), rule.action).toBe(false)
      expect(may(viewer, rule, { createdById: viewer.userId }), rule.action).toBe(false)
    }
  })

  test('denies any role when a condition applies', () => {
    const owner: SignedInActor = { ...user, workspace: { organizationId: 'acme', role: 'owner' } }
    expect(may(owner, rows.invite)).toBe(true)
    expect(may({ ...owner, emailVerified: false }, rows.invite)).toBe(false)
    expect(may({ ...owner, impersonatedBy: 'eve' }, rows.invite)).toBe(false)
    expect(may({ ...owner, workspace: { organizationId: null, role: 'owner' } }, rows.invite)).toBe(false)
  })

  test('grants application access to its admins only, never during impersonation', () => {
    expect(may(user, rows.administer)).toBe(false)
    expect(may({ ...user, role: 'admin' }, rows.administer)).toBe(true)
    expect(may({ ...user, role: 'admin', impersonatedBy: 'eve' }, rows.administer)).toBe(false)
  })

  test('is narrowed by a token to its actions, and gives it no application access', () => {
    const tokenFor = (...actions: string[]) => ({ id: 'key', kind: 'key' as const, name: 'Import', actions })
    const all = Object.values(rows).map(({ action }) => action)
    expect(may({ ...user, token: tokenFor('sample.read') }, rows.read)).toBe(true)
    expect(may({ ...user, token: tokenFor('sample.read') }, rows.change)).toBe(false)
    expect(may({ ...user, token: tokenFor(...all) }, rows.invite)).toBe(false)
    const admin: SignedInActor = { ...user, role: 'admin' }
    expect(may({ ...admin, token: tokenFor(...all) }, rows.administer)).toBe(false)
    expect(accessErrorOf({ ...user, token: tokenFor() }, rows.read)?.kind).toBe('forbidden')
  })

  test('asks anonymous users to sign in and rejects everyone else', () => {
    expect(accessErrorOf(anonymous, rows.read)?.kind).toBe('unauthenticated')
    expect(accessErrorOf(user, rows.administer)?.kind).toBe('forbidden')
    expect(accessErrorOf(user, rows.arrive)?.kind).toBe('forbidden')
    expect(accessErrorOf(anonymous, rows.arrive)).toBeUndefined()
  })
})
