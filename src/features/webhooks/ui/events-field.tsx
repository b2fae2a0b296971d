import { useField } from '#/components/form/form-context.ts'
import { ChoiceField } from '#/components/form/choice-field.tsx'
import { Checkbox } from '#/components/ui/checkbox.tsx'
import { FieldError } from '#/components/ui/field.tsx'
import { useTranslate } from '@plinth/core/texts'

/** All events, or some of them by the noun that they are about. The value is null for all. */
export function EventsField({ allEvents }: { allEvents: readonly string[] }) {
  const t = useTranslate()
  const { name, value, error, onValueChange } = useField<string[] | null>()
  const nouns = [...new Set(allEvents.map(nounOf))]
  // In the order of the list, so that the same choice is the same value.
  const toggle = (event: string, isChosen: boolean) =>
    onValueChange(allEvents.filter((one) => (one === event ? isChosen : value?.includes(one))))
  return (
    <>
      <ChoiceField
        name={`${name}-which`}
        label={t('webhooks:form.which')}
        options={[
          { value: 'all', label: t('webhooks:form.all'), text: t('webhooks:form.allText') },
          { value: 'some', label: t('webhooks:form.some') },
        ]}
        value={value === null ? 'all' : 'some'}
        onChoose={(which) => onValueChange(which === 'all' ? null : [])}
      />
      {value === null ? null : (
        <div className="grid gap-4">
          {nouns.map((noun) => (
            <fieldset key={noun} className="grid min-w-0 gap-1.5">
              <legend className="mb-1.5 font-mono text-sm text-muted-foreground">{noun}</legend>
              <div className="grid gap-x-5 gap-y-1.5 sm:grid-cols-2">
                {allEvents
                  .filter((event) => nounOf(event) === noun)
                  .map((event) => (
                    <label key={event} className="flex min-h-5 items-center gap-2 pointer-coarse:min-h-11">
                      <Checkbox
                        name={name}
                        value={event}
                        checked={value.includes(event)}
                        aria-invalid={error ? true : undefined}
                        aria-describedby={error ? `${name}-note` : undefined}
                        onCheckedChange={(isChosen) => toggle(event, isChosen)}
                      />
                      <span className="font-mono text-sm wrap-anywhere">{event}</span>
                    </label>
                  ))}
              </div>
            </fieldset>
          ))}
          {error ? <FieldError id={`${name}-note`}>{error}</FieldError> : null}
        </div>
      )}
    </>
  )
}

/** `things` of `things.created`. */
const nounOf = (event: string) => event.split('.')[0] ?? event
