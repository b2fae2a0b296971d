import type { OpenDraft } from './form.tsx'
import { isTextField, isTyped, typeInto } from './type-into.ts'

const STORAGE_KEY = 'form-drafts'

type Values = Record<string, string>
type Open = { key: string; form: HTMLFormElement; typed?: Values; sent?: Values }

const open = new Set<Open>()

// Of forms that go in this very moment: what takes their place, as after hydration, goes on with it.
const goingOn = new Map<string, Values>()

/**
 * Drafts of one user in one workspace: a form finds again what was typed in it when the page had to be left, in this tab,
 * once. `owner` names the user and the workspace; nobody else finds it.
 */
export const draftsOf =
  (owner: string): OpenDraft =>
  (form, name) => {
    const draft: Open = { key: `${owner} ${name}`, form }
    const onInput = () => {
      draft.typed = valuesOf(form)
    }
    const onSubmit = () => {
      draft.sent = valuesOf(form)
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
      if (!draft.typed) return
      goingOn.set(draft.key, draft.typed)
      queueMicrotask(() => goingOn.delete(draft.key))
    }
  }

/** Keeps what stands in the forms of this page, or was sent from one that is empty again, for when its user is back. */
export function keepDrafts(): void {
  const kept = stored()
  for (const { key, form, typed, sent } of open) {
    const values = valuesOf(form)
    const isEmpty = Object.values(values).every((value) => value === '')
    if (typed) kept[key] = isEmpty ? (sent ?? values) : values
  }
  store(kept)
}

function restore(draft: Open): void {
  // Not into one that only holds the place of the form to come.
  if (draft.form.closest('[inert]')) return
  const { [draft.key]: kept, ...others } = stored()
  const values = goingOn.get(draft.key) ?? kept
  if (!values) return
  for (const field of draft.form.elements) {
    const value = isTextField(field) ? values[field.name] : undefined
    // What was typed before the page's script was there stays.
    if (isTextField(field) && value !== undefined && value !== field.value && !isTyped(field)) typeInto(field, value)
  }
  draft.typed = values
  store(others)
}

/** Secrets are not kept. */
function valuesOf({ elements }: HTMLFormElement): Values {
  const fields = [...elements].filter(isTextField)
  const kept = fields.filter(({ name, type, autocomplete }) => name !== '' && type !== 'password' && autocomplete !== 'one-time-code')
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
