import type { ComponentProps, ReactNode } from 'react'
import { Field, FieldDescription, FieldError, FieldLabel } from '#/components/ui/field.tsx'
import { Input } from '#/components/ui/input.tsx'
import { Textarea } from '#/components/ui/textarea.tsx'
import { cn } from '#/lib/cn.ts'

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

/**
 * Label, control and hint, connected by ids derived from the field's name. An error replaces the hint, in the
 * same place and height.
 */
export function FormField({ name, id = name, label, hint, error, aside, children }: FieldFrame) {
  const noteId = `${id}-note`
  return (
    <Field>
      <FieldLabel htmlFor={id} className="col-1! self-baseline">
        {label}
      </FieldLabel>
      {children({
        id,
        name,
        'aria-invalid': error ? true : undefined,
        'aria-describedby': error || hint ? noteId : undefined,
      })}
      {error ? (
        <FieldError id={noteId}>{error}</FieldError>
      ) : hint ? (
        <FieldDescription id={noteId}>{hint}</FieldDescription>
      ) : null}
      {/* Visually above the control, but after it in tab order. */}
      {aside ? <div className="col-2! row-start-1 self-baseline">{aside}</div> : null}
    </Field>
  )
}

type TextFieldProps = Omit<FieldFrame, 'children'> &
  Omit<ComponentProps<'input'>, 'name' | 'children'> & { end?: ReactNode }

/** A text input. `end` is inside the box on the right, such as a password's show button. */
export function TextField({ name, id, label, hint, error, aside, end, className, ...input }: TextFieldProps) {
  return (
    <FormField name={name} id={id} label={label} hint={hint} error={error} aside={aside}>
      {(wiring) => (
        <div className="relative">
          <Input {...wiring} {...input} className={cn(end && 'pr-11', className)} />
          {end ? <div className="absolute inset-y-0 right-1 grid place-items-center">{end}</div> : null}
        </div>
      )}
    </FormField>
  )
}

type TextAreaFieldProps = Omit<FieldFrame, 'children'> & Omit<ComponentProps<'textarea'>, 'name' | 'children'>

export function TextAreaField({ name, id, label, hint, error, aside, ...area }: TextAreaFieldProps) {
  return (
    <FormField name={name} id={id} label={label} hint={hint} error={error} aside={aside}>
      {(wiring) => <Textarea {...wiring} {...area} />}
    </FormField>
  )
}
