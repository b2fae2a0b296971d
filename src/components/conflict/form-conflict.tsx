import { useSelector } from '@tanstack/react-form'
import { Conflict, type ConflictProps } from './conflict.tsx'

type FormConflictProps<Values> = Omit<ConflictProps<Values>, 'values' | 'isSaving' | 'onChange'> & {
  /** Of `useAppForm`, with at least these values. */
  form: { store: object; setFieldValue: unknown }
}
type FormStore<Values> = Parameters<typeof useSelector<{ values: Values; isSubmitting: boolean }, unknown>>[0]

/** The `Conflict` of a form of `useAppForm`. */
export function FormConflict<Values extends object>({ form, ...props }: FormConflictProps<Values>) {
  const store = form.store as FormStore<Values>
  const setFieldValue = form.setFieldValue as (name: string, value: unknown) => void
  return (
    <Conflict
      {...props}
      values={useSelector(store, ({ values }) => values)}
      isSaving={useSelector(store, ({ isSubmitting }) => isSubmitting)}
      onChange={(changed) => {
        for (const [name, value] of Object.entries(changed)) setFieldValue(name, value)
      }}
    />
  )
}
