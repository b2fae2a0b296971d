import type { OpenDraft } from './form.tsx'
import { isTextField, isTyped, typeInto } from './type-into.ts'

const STORAGE_KEY = 'form-drafts'

type Values = Record<string, string>
type Open = { key: string; form: HTMLFormElement; sent?: { values: Values; at: number } }

const open = new Set<Open>()
const typed = new WeakSet<HTMLFormElement>()

/**
 * Drafts of one user in one workspace: a form finds again what was typed in it when the page had to be left,
 * in this tab, once. `owner` names the user and the workspace; nobody else finds it.
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

/**
 * Keeps what stands in the forms of this page, or was sent from one that is empty again, for when its user is
 * back.
 */
export function keepDrafts(): void {
  const kept = stored()
  for (const { key, form, sent } of open) {
    const values = valuesOf(form)
    if (typed.has(form)) kept[key] = isEmpty(values) ? (sent?.values ?? values) : values
  }
  store(kept)
}

/**
 * A write that began at that moment, by `performance.now()`, has succeeded: what a form had sent before is no
 * draft any more.
 */
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
  // Not into one that only holds the place of the form to come.
  if (form.closest('[inert]')) return
  const { [key]: values, ...others } = stored()
  if (!values) return
  for (const field of form.elements) {
    const value = isTextField(field) ? values[field.name] : undefined
    // What was typed before the page's script was there stays.
    if (isTextField(field) && value !== undefined && value !== field.value && !isTyped(field))
      typeInto(field, value)
  }
  typed.add(form)
  store(others)
}

const isEmpty = (values: Values) => Object.values(values).every((value) => value === '')

/** Secrets are not kept. */
function valuesOf({ elements }: HTMLFormElement): Values {
  const fields = [...elements].filter(isTextField)
  const kept = fields.filter(
    ({ name, type, autocomplete }) => name !== '' && type !== 'password' && autocomplete !== 'one-time-code',
  )
  return Object.fromEntries(kept.map(({ name, value }) => [name, value]))
}

function stored(): Record<string, Values> {
  try {
    return JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? '{}') as Record<string, Values>
  } catch {
    return {}
  }
}

/** A browser may forbid storage or have none left: then there is no draft. */
function store(drafts: Record<string, Values>): void {
  try {
    sessionStorage.setItem(STORAGE_KEY, JSON.stringify(drafts))
  } catch {
    // The page is left all the same.
  }
}
