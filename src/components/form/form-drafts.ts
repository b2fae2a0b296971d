import { withStorage } from '#/lib/with-storage.ts'
import type { OpenDraft } from './form.tsx'
import { isTextField, isTyped, typeInto } from './type-into.ts'

const STORAGE_KEY = 'form-drafts'

type Values = Record<string, string>
type Open = { key: string; form: HTMLFormElement; sent?: { values: Values; at: number } }

const open = new Set<Open>()
const typed = new WeakSet<HTMLFormElement>()

/**
 * The drafts of one user in one workspace. When the page had to be left, a form restores its input once, in
 * this tab. `owner` names user and workspace; other owners don't get the drafts.
 */
export const draftsOf =
  (owner: string): OpenDraft =>
  (form, name) => {
    const draft: Open = { key: `${owner} ${name}`, form }
    const onInput = () => void typed.add(form)
    const onSubmit = () => {
      draft.sent = { values: valuesOf(form), at: performance.now() }
    }
    restore(draft)
    form.addEventListener('input', onInput)
    form.addEventListener('change', onInput)
    form.addEventListener('submit', onSubmit)
    open.add(draft)
    return () => {
      form.removeEventListener('input', onInput)
      form.removeEventListener('change', onInput)
      form.removeEventListener('submit', onSubmit)
      open.delete(draft)
    }
  }

/** Stores the unsaved input of all forms on this page, including input that was sent but not saved. */
export function keepDrafts(): void {
  const kept = stored()
  for (const { key, form, sent } of open) {
    const values = valuesOf(form)
    if (typed.has(form)) kept[key] = isEmpty(values) ? (sent?.values ?? values) : values
  }
  store(kept)
}

/** Marks input as saved that was sent before a successful write, which began at this `performance.now()`. */
export function forgetSaved(writeBegan: number): void {
  for (const draft of open) {
    const { form, sent } = draft
    if (!sent || sent.at > writeBegan) continue
    draft.sent = undefined
    const values = valuesOf(form)
    if (isEmpty(values) || JSON.stringify(values) === JSON.stringify(sent.values)) typed.delete(form)
  }
}

function restore({ key, form }: Open): void {
  // Not into the placeholder of a form that is still loading.
  if (form.closest('[inert]')) return
  const { [key]: values, ...others } = stored()
  if (!values) return
  for (const field of form.elements) {
    const value = isTextField(field) ? values[field.name] : undefined
    // Keeps input from before hydration.
    if (isTextField(field) && value !== undefined && value !== field.value && !isTyped(field))
      typeInto(field, value)
  }
  typed.add(form)
  store(others)
}

const isEmpty = (values: Values) => Object.values(values).every((value) => value === '')

/** Returns the values of the fields, without secrets. */
function valuesOf({ elements }: HTMLFormElement): Values {
  const fields = [...elements].filter(isTextField)
  const kept = fields.filter(
    ({ name, type, autocomplete }) => name !== '' && type !== 'password' && autocomplete !== 'one-time-code',
  )
  return Object.fromEntries(kept.map(({ name, value }) => [name, value]))
}

const stored = (): Record<string, Values> =>
  withStorage(() => JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? '{}') as Record<string, Values>) ?? {}

/** Without storage, because it is blocked or full, there is no draft. */
function store(drafts: Record<string, Values>): void {
  withStorage(() => sessionStorage.setItem(STORAGE_KEY, JSON.stringify(drafts)))
}
