import { expect, test } from 'vitest'
import { defineAccess } from '#/access/access.ts'
import { requireScopes, type Scope } from './scopes.server.ts'
import { perMinute, procedure, router } from './trpc.server.ts'

const access = defineAccess('things', { list: ['user'], create: ['user'], hide: ['user'] })
const things = router({
  things: router({
    list: procedure(access.list)
      .meta({ api: { rest: 'GET /things', summary: 'List things' } })
      .query(() => []),
    create: procedure(access.create, perMinute(60))
      .meta({ api: { rest: 'POST /things', summary: 'Create a thing' } })
      .mutation(() => ({})),
    hide: procedure(access.hide, perMinute(60)).mutation(() => ({})),
  }),
})

test.each<[string, Scope[] | undefined]>([
  ['none', undefined],
  ['too few', ['things:read']],
  ['too many', ['things:read', 'things:write', 'others:read']],
  ['others', ['things:read', 'others:write']],
])(
  'a feature that declares %s of the scopes of its operations is an error that names it',
  (_name, declared) => {
    expect(() => requireScopes('things', { declared, router: things })).toThrow(/The feature things declares/)
  },
)

test('scopes are declared in any order, and not for what no program may call', () => {
  const declared: Scope[] = ['things:write', 'things:read']
  expect(() => requireScopes('things', { declared, router: things })).not.toThrow()
  const hidden = router({ things: router({ hide: things.things.hide }) })
  expect(() => requireScopes('things', { declared: undefined, router: hidden })).not.toThrow()
})
