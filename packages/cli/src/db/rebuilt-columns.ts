const BREAK = '--> statement-breakpoint\n'

/**
 * Repairs a migration of drizzle-kit that changes a generated column, such as one for the search, by dropping
 * it and adding it again: columns that it is made of are added before and dropped after, and the indexes that
 * went with it are created again as in the `earlier` migrations.
 */
export function withRebuiltColumns(sql: string, earlier: string): string {
  const statements = sql.split(BREAK).map((statement) => statement.trim())
  const rebuilt = statements.flatMap((statement) => {
    const [, table = '', column = ''] =
      /^ALTER TABLE "(\w+)" ADD COLUMN "(\w+)" .*GENERATED ALWAYS/.exec(statement) ?? []
    const drop = statements.find((other) => other === `ALTER TABLE "${table}" drop column "${column}";`)
    return drop === undefined ? [] : [{ table, column, drop, add: statement }]
  })
  if (rebuilt.length === 0) return sql
  const inGroup = new Set(rebuilt.flatMap(({ drop, add }) => [drop, add]))
  const rest = statements.filter((statement) => !inGroup.has(statement))
  const isAdded = (statement: string) => /^ALTER TABLE "\w+" ADD COLUMN /.test(statement)
  return [
    ...rest.filter(isAdded),
    ...rebuilt.flatMap(({ table, column, drop, add }) => [
      drop,
      add,
      ...indexesOn({ table, column }, earlier).filter((index) => !statements.includes(index)),
    ]),
    ...rest.filter((statement) => !isAdded(statement)),
  ].join(BREAK)
}

/** The newest statement that created each index with this column. */
function indexesOn({ table, column }: { table: string; column: string }, migrations: string): string[] {
  const created = migrations.matchAll(/^\s*CREATE (?:UNIQUE )?INDEX "(\w+)" ON "(\w+)" .*;/gm)
  const newest = new Map<string, string>()
  for (const [statement, name = '', on] of created)
    if (on === table && statement.includes(`"${column}"`)) newest.set(name, statement.trim())
  return [...newest.values()]
}
