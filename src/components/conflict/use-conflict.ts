import { useState, type ReactNode } from 'react'

/** The version of a row that its form is based on, by the time when that was saved. */
export type FormVersion = { get: () => Date | undefined; set: (version: Date) => void }

/** Who saved a version; null for a deleted account. */
export type Person = { id: string; name: string } | null

/** A field of which two versions differ. Texts are compared by word. */
export type TwoVersions = {
  name: string
  label: string
  /** Whether the form has no other field. */
  isOnly: boolean
  mine: ReactNode
  theirs: ReactNode
}

/** What a form and its `Conflict` say to each other. */
export type ConflictState = {
  version: FormVersion
  /** Whether somebody else's version waits for a decision. */
  isOpen: () => boolean
  setOpen: (isOpen: boolean) => void
  /** Says that a save was refused because of a newer version. */
  refuse: () => void
  refusals: number
  /** True once for each refusal. */
  answer: () => boolean
}

/**
 * For a form of an existing row: give it to a `Conflict` inside the form, save with `version.get()`, and call
 * `refuse` when the server refuses that version. `given` is a version or that of a kept draft.
 */
export function useConflict(given: Date | FormVersion): ConflictState {
  const [refusals, setRefusals] = useState(0)
  const [conflict] = useState(() => {
    let [isOpen, unanswered] = [false, false]
    return {
      version: given instanceof Date ? versionAt(given) : given,
      isOpen: () => isOpen,
      setOpen: (now: boolean) => void (isOpen = now),
      refuse() {
        unanswered = true
        setRefusals((count) => count + 1)
      },
      answer() {
        const wasUnanswered = unanswered
        unanswered = false
        return wasUnanswered
      },
    }
  })
  return { ...conflict, refusals }
}

function versionAt(at: Date): FormVersion {
  let version = at
  return { get: () => version, set: (now) => void (version = now) }
}
