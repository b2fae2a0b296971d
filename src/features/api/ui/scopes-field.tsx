import { useField } from '#/components/form/form-context.ts'
import { Checkbox } from '#/components/ui/checkbox.tsx'
import { FieldDescription, FieldError } from '#/components/ui/field.tsx'
import { useTranslate } from '@plinth/core/texts'

const acts = ['read', 'write'] as const

/** What a key may do: a row for each resource, with a checkbox for each of its scopes. */
export function ScopesField({ scopes }: { scopes: readonly string[] }) {
  const t = useTranslate()
  const { name, value, error, onValueChange } = useField<readonly string[]>()
  const resources = [...new Set(scopes.map((scope) => scope.slice(0, scope.indexOf(':'))))]
  // In the order of the list, so that the same choice is the same value.
  const toggle = (scope: string, isChosen: boolean) =>
    onValueChange(scopes.filter((one) => (one === scope ? isChosen : value.includes(one))))
  return (
    <fieldset className="grid min-w-0 gap-1.5" aria-describedby={`${name}-note`}>
      <legend className="sr-only">{t('api:scopes')}</legend>
      <table>
        <thead>
          <tr>
            <th scope="col" className="pb-1.5 text-left font-medium wrap-anywhere">
              {t('api:scopes')}
            </th>
            {acts.map((act) => (
              <th
                key={act}
                scope="col"
                className="w-0 px-2 pb-1.5 text-sm sm:px-3 font-normal text-muted-foreground"
              >
                {t(`api:acts.${act}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-border border-y border-border">
          {resources.map((resource) => (
            <tr key={resource}>
              <th scope="row" className="text-left font-mono text-sm font-normal wrap-anywhere">
                {resource}
              </th>
              {acts.map((act) => {
                const scope = scopes.find((one) => one === `${resource}:${act}`)
                return (
                  <td key={act} className="p-0">
                    {scope === undefined ? null : (
                      <label className="relative grid min-h-9 cursor-pointer place-items-center hover:bg-accent pointer-coarse:min-h-11">
                        <Checkbox
                          name={name}
                          value={scope}
                          checked={value.includes(scope)}
                          aria-invalid={error ? true : undefined}
                          onCheckedChange={(isChosen) => toggle(scope, isChosen)}
                        />
                        <span className="sr-only">
                          {t(`api:acts.${act}`)} {scope}
                        </span>
                      </label>
                    )}
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
      {error ? (
        <FieldError id={`${name}-note`}>{error}</FieldError>
      ) : (
        <FieldDescription id={`${name}-note`}>{t('api:scopesHint')}</FieldDescription>
      )}
    </fieldset>
  )
}
