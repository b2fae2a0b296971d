import { withStorage } from '@plinth/core/page'
import type { OpenDraft } from './form.tsx'
import { isTextField, isTyped, typeInto } from './type-into.ts'

const STORAGE_KEY = 'form-drafts'

export type Values = Record<string, string>
type Open = { key: string; form: HTMLFormElement; sent?: { values: Values; at: number } }

const open = new Set<Open>()
const typed = new WeakSet<HTMLFormElement>()

/**
 * The drafts of one user in one workspace. When the page had to be left, a form restores its input once, in
 * this tab. With `data-kept` a form also restores what it held when it was last shown. `owner` names user
 * and workspace; other owners don't get the drafts.
 */
export const draftsOf =
  (owner: string): OpenDraft =>
  (form, name) => {
    if (typeof name !== 'string') return name.open(form, owner)
    const draft: Open = { key: `${owner} ${name}`, form }
    const over = new AbortController()
    const hear = (event: string, hearing: () => void) => form.addEventListener(event, hearing, over)
    const onInput = () => void typed.add(form)
    restore(draft)
    hear('input', onInput)
    hear('change', onInput)
    hear('submit', () => (draft.sent = { values: valuesOf(form), at: performance.now() }))
    open.add(draft)
    return () => {
      const values = valuesOf(form)
      // Once the form is gone: its draft may only have another name now.
      if (form.dataset.kept)
        queueMicrotask(() => form.isConnected || store({ ...stored(), [draft.key]: values }))
      over.abort()
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
  const { [key]: values, ...others } = stored()
  if (!values || !fillIn(form, values)) return
  typed.add(form)
  store(others)
}

/** Types a draft into a form. Returns false for the placeholder of a form that is still loading. */
export function fillIn(form: HTMLFormElement, values: Values): boolean {
  if (form.closest('[inert]')) return false
  for (const field of form.elements) {
    const value = isTextField(field) ? values[field.name] : undefined
    // Keeps input from before hydration.
    if (isTextField(field) && value !== undefined && value !== field.value && !isTyped(field))
      typeInto(field, value)
  }
  return true
}

export const isEmpty = (values: Values) => Object.values(values).every((value) => value === '')

/** Returns the values of the fields, without secrets. */
export function valuesOf({ elements }: HTMLFormElement): Values {
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
