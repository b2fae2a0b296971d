/** Which verbs a generated feature has beside `list`. */
export type Verbs = Readonly<Record<'create' | 'get' | 'update' | 'delete', boolean>> & {
  /** Whether it has a form. */
  writes: boolean
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
  }
}
