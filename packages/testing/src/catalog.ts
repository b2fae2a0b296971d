import type pg from 'pg'

/**
 * What a database has, a line for each thing: columns, constraints, indexes, triggers, functions, sequences,
 * extensions and options of tables. Not the order of columns, which migrations differ in.
 */
export async function catalogOf(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ line: string }>(`
    with ours as (select c.* from pg_class c where c.relnamespace = 'public'::regnamespace and not exists (
      select from pg_depend d where d.objid = c.oid and d.deptype = 'e'))
    select concat_ws(' ', 'column', c.relname, a.attname, format_type(a.atttypid, a.atttypmod), a.attnotnull,
        a.attgenerated, a.attidentity, a.attstorage, a.attcollation::regcollation, pg_get_expr(d.adbin, d.adrelid)) as line
      from ours c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum where c.relkind = 'r'
    union all select concat_ws(' ', 'table', relname, reloptions) from ours where relkind = 'r'
    union all select concat_ws(' ', 'constraint', o.conrelid::regclass, o.conname, pg_get_constraintdef(o.oid))
      from pg_constraint o join ours c on c.oid = o.conrelid where o.contype <> 'n'
    union all select pg_get_indexdef(oid) from ours where relkind = 'i'
    union all select pg_get_triggerdef(t.oid) from pg_trigger t join ours c on c.oid = t.tgrelid where not t.tgisinternal
    union all select pg_get_functiondef(p.oid) from pg_proc p where p.pronamespace = 'public'::regnamespace
      and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
    union all select concat_ws(' ', 'sequence', s.schemaname, s.sequencename, s.increment_by, s.start_value, s.cache_size)
      from pg_sequences s where s.schemaname = 'public'
    union all select concat('extension ', extname) from pg_extension`)
  return rows.map(({ line }) => line).toSorted()
}
