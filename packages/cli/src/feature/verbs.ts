/** Which verbs a generated feature has beside `list`. */
export type Verbs = Readonly<Record<'create' | 'get' | 'update' | 'delete', boolean>> & {
  /** Whether it has a form. */
  writes: boolean
  /** Whether it has a page beside its list. */
  hasPage: boolean
}

/** Who may change rows: every member, their creator and admins of the workspace, or only admins. */
const changers = ['member', 'creator', 'admin'] as const
export type Changer = (typeof changers)[number]
export type May = Readonly<Record<'create' | 'update' | 'delete', Changer>>

/** The rule of the access table. */
export const subjects: Readonly<Record<Changer, string>> = {
  member: `'member'`,
  creator: `'creator', 'workspace-admin'`,
  admin: `'workspace-admin'`,
}

/** What the matrix expects for a row of the caller's own, and for another's in Acme. */
export const answers: Readonly<Record<Changer, { own: string; another: string }>> = {
  member: {
    own: '401       200        200      200    200   200   200     200      200           401',
    another: '401       404        404      200    200   200   404     404      200           401',
  },
  creator: {
    own: '401       200        200      200    200   200   200     200      200           401',
    another: '401       404        404      403    200   200   404     404      403           401',
  },
  admin: {
    own: '401       200        200      403    200   200   403     200      403           401',
    another: '401       404        404      403    200   200   403     404      403           401',
  },
}

/** Reads `--may update=member,delete=admin`. Throws an Error that says what is wrong with it. */
export function readMay(given: string | undefined): May {
  const may: Record<keyof May, Changer> = { create: 'member', update: 'creator', delete: 'creator' }
  for (const part of given?.split(',') ?? []) {
    const [verb = '', who = ''] = part.split('=')
    const changer = changers.find((one) => one === who)
    if (!Object.hasOwn(may, verb) || !changer || (verb === 'create' && who === 'creator'))
      throw new Error(
        `--may ${part} is not VERB=WHO: create, update or delete, and ${changers.join(', ')}. A new one has no creator yet.`,
      )
    may[verb as keyof May] = changer
  }
  return may
}

const all = ['list', 'create', 'get', 'update', 'delete']

/** Reads `--only list,create`. Throws an Error that says what is wrong with it. */
export function readVerbs(only: string | undefined): Verbs {
  const given = only?.split(',') ?? all
  const unknown = given.find((verb) => !all.includes(verb))
  if (unknown !== undefined)
    throw new Error(`${unknown} is no verb of a feature. There are: ${all.join(', ')}.`)
  const has = (verb: string) => given.includes(verb)
  if (!has('list')) throw new Error('A feature has a list: --only list,create')
  return {
    create: has('create'),
    // The page of one, where the others are.
    get: has('get') || has('update') || has('delete'),
    update: has('update'),
    delete: has('delete'),
    writes: has('create') || has('update'),
    hasPage: has('create') || has('get') || has('update') || has('delete'),
  }
}
