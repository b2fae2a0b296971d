import { AlertCircle } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { cn } from '#/lib/cn.ts'

export const inputClass =
  'block w-full rounded-lg border border-input bg-card px-3 text-base text-foreground placeholder:text-muted-foreground aria-invalid:border-destructive-text disabled:opacity-60 pointer-coarse:text-lg'

type FieldFrame = {
  name: string
  /** Only needed when the page has two fields of the same name. */
  id?: string
  label: ReactNode
  hint?: ReactNode
  error?: string
  aside?: ReactNode
  children: (wiring: Wiring) => ReactNode
}
type Wiring = {
  id: string
  name: string
  'aria-invalid': true | undefined
  'aria-describedby': string | undefined
}

/** Label, control, hint and error, tied together by ids derived from the field's name. */
export function Field({ name, id = name, label, hint, error, aside, children }: FieldFrame) {
  const note = error ?? hint
  const noteId = `${id}-note`
  return (
    <div className="grid grid-cols-[minmax(min-content,1fr)_auto] gap-x-4 gap-y-1.5 *:col-span-full">
      <label htmlFor={id} className="col-1! self-baseline font-medium">
        {label}
      </label>
      {children({
        id,
        name,
        'aria-invalid': error ? true : undefined,
        'aria-describedby': note ? noteId : undefined,
      })}
      {note ? (
        <p
          id={noteId}
          className={cn(
            'flex items-start gap-1.5 text-sm',
            error ? 'text-destructive-text' : 'text-muted-foreground',
          )}
        >
          {error ? <AlertCircle className="mt-0.5 size-4 shrink-0" aria-hidden="true" /> : null}
          <span>{note}</span>
        </p>
      ) : null}
      {/* Above the control for the eye, after it for the Tab key. */}
      {aside ? <div className="col-2! row-start-1 self-baseline">{aside}</div> : null}
    </div>
  )
}

type TextFieldProps = Omit<FieldFrame, 'children'> &
  Omit<ComponentProps<'input'>, 'name' | 'children'> & { end?: ReactNode }

/** A text input. `end` is inside the box on the right, such as a password's show button. */
export function TextField({ name, id, label, hint, error, aside, end, className, ...input }: TextFieldProps) {
  return (
    <Field name={name} id={id} label={label} hint={hint} error={error} aside={aside}>
      {(wiring) => (
        <div className="relative">
          <input
            {...wiring}
            {...input}
            className={cn(inputClass, 'h-9 pointer-coarse:h-11', end ? 'pr-11' : '', className)}
          />
          {end ? <div className="absolute inset-y-0 right-1 grid place-items-center">{end}</div> : null}
        </div>
      )}
    </Field>
  )
}

type TextAreaFieldProps = Omit<FieldFrame, 'children'> & Omit<ComponentProps<'textarea'>, 'name' | 'children'>

export function TextAreaField({
  name,
  id,
  label,
  hint,
  error,
  aside,
  className,
  ...area
}: TextAreaFieldProps) {
  return (
    <Field name={name} id={id} label={label} hint={hint} error={error} aside={aside}>
      {(wiring) => (
        <textarea {...wiring} {...area} className={cn(inputClass, 'min-h-40 py-2 text-lg', className)} />
      )}
    </Field>
  )
}
