import { Badge } from '#/components/ui/badge.tsx'
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '#/components/ui/table.tsx'
import { useTranslate } from '#/core/i18n/react.tsx'
import { useMay } from '#/core/access/react.tsx'
import type { AccessRule } from '#/core/access/access.ts'
import { accessTable } from '#/app/registry/access.ts'

const rules = [...accessTable.values()]

/** Every access rule of the application, from the table that server and pages evaluate. */
export function PermissionTable() {
  const t = useTranslate()
  return (
    <section aria-labelledby="permission-table" className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <h2 id="permission-table" className="text-xl font-semibold">
        {t('permissions:table.title', { count: rules.length })}
      </h2>
      <p className="max-w-3xl text-muted-foreground">{t('permissions:table.text')}</p>
      <div
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
        tabIndex={0}
        className="max-h-[32rem] overflow-auto rounded-xl border border-border bg-card"
      >
        <Table className="border-collapse max-md:block md:[&_td]:px-4 md:[&_td]:py-2 md:[&_th]:px-4 md:[&_th]:py-2">
          <TableHeader className="sticky top-0 max-md:sr-only">
            <TableRow>
              <TableHead>{t('permissions:table.action')}</TableHead>
              <TableHead>{t('permissions:table.who')}</TableHead>
              <TableHead>{t('permissions:table.you')}</TableHead>
            </TableRow>
          </TableHeader>
          <TableBody className="max-md:block">
            {rules.map((rule) => (
              <RuleRow key={rule.action} rule={rule} />
            ))}
          </TableBody>
        </Table>
      </div>
    </section>
  )
}

function RuleRow({ rule }: { rule: AccessRule }) {
  const t = useTranslate()
  const isAllowed = useMay(rule)
  const isOwnOnly = rule.allow.includes('creator')
  return (
    <TableRow className="border-t max-md:grid max-md:grid-cols-[minmax(0,1fr)_auto] max-md:gap-x-3 max-md:gap-y-1 max-md:px-4 max-md:py-3">
      <th scope="row" className="font-mono text-sm font-normal wrap-anywhere">
        {rule.action}
      </th>
      <TableCell className="max-md:order-last max-md:col-span-2 max-md:text-muted-foreground">
        {rule.allow.map((subject) => t(`permissions:subject.${subject}`)).join(', ')}
        {rule.unless
          ? ` (${rule.unless.map((condition) => t(`permissions:condition.${condition}`)).join(', ')})`
          : null}
      </TableCell>
      <TableCell>
        <Badge variant={isAllowed ? 'success' : 'secondary'}>
          {t(
            isAllowed
              ? isOwnOnly
                ? 'permissions:table.depends'
                : 'permissions:table.yes'
              : 'permissions:table.no',
          )}
        </Badge>
      </TableCell>
    </TableRow>
  )
}
