import { Search, X } from 'lucide-react'
import { useId } from 'react'
import { cn } from '#/lib/cn.ts'
import { Button } from '../ui/button.tsx'
import { Input } from '../ui/input.tsx'
import { FieldError } from '../ui/field.tsx'
import { useFormTexts } from './form-texts.tsx'
import { isComposing, pressesEnter } from './presses-enter.ts'
import { takeEarlyInput } from './type-into.ts'
import { useDelayedText } from './use-delayed-text.ts'

type SearchFieldProps = {
  label: string
  clearLabel: string
  value: string
  maxLength: number
  onSearch: (text: string) => void
}

/**
 * A search box. Searches after a pause in typing or on Enter; Escape clears it. `value` is the current search
 * in the URL. A text that is too long stays, says so, and isn't searched for.
 */
export function SearchField({ label, clearLabel, value, maxLength, onSearch }: SearchFieldProps) {
  const translate = useFormTexts()
  const id = useId()
  const { text, change } = useDelayedText(value, (asked) => {
    if (asked.length <= maxLength) onSearch(asked)
  })
  const isTooLong = text.trim().length > maxLength
  return (
    <search className="block max-w-sm">
      <div className="relative">
        <Search
          className="pointer-events-none absolute top-1/2 left-3 size-4 -translate-y-1/2 text-muted-foreground"
          aria-hidden="true"
        />
        <Input
          ref={takeEarlyInput}
          type="search"
          aria-label={label}
          placeholder={label}
          value={text}
          aria-invalid={isTooLong || undefined}
          aria-describedby={isTooLong ? id : undefined}
          onChange={(event) => change(event.target.value)}
          onKeyDown={(event) => {
            if (pressesEnter(event)) change(text, 0)
            if (event.key !== 'Escape' || text === '' || isComposing(event)) return
            // Closes nothing else.
            event.preventDefault()
            change('', 0)
          }}
          className={cn('pl-9 [&::-webkit-search-cancel-button]:hidden', text && 'pr-10')}
        />
        {text ? (
          <Button
            variant="ghost"
            size="icon"
            aria-label={clearLabel}
            onClick={() => change('', 0)}
            className="absolute inset-y-0 right-0"
          >
            <X className="size-4" aria-hidden="true" />
          </Button>
        ) : null}
      </div>
      {isTooLong ? (
        <FieldError id={id} className="pt-1.5">
          {translate('errors:tooLong')}{' '}
          {translate('app:form.count', { count: text.trim().length, max: maxLength })}
        </FieldError>
      ) : null}
    </search>
  )
}
