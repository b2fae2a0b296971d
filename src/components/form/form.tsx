import { createContext, use, useEffect, useLayoutEffect, useRef, type ComponentProps } from 'react'
import { takeEarlyInput } from './type-into.ts'

/** A draft that outlives the page: see `useKeptDraft`. */
export type KeptDraft = { open(form: HTMLFormElement, owner: string): () => void }

/**
 * Registers a form's draft, or one by this name, and returns the unregister function. Provided for signed-in
 * users.
 */
export type OpenDraft = (form: HTMLFormElement, draft: string | KeptDraft) => () => void
export const FormDrafts = createContext<OpenDraft | undefined>(undefined)

/**
 * Runs in the document's head, before other scripts: a form that is submitted before hydration waits for it
 * and looks pending until then (see SubmitButton).
 */
export const earlySubmitScript =
  "addEventListener('submit',e=>{let d=e.target.dataset;if(d.early!=null){e.preventDefault();d.early='sent';e.submitter?.setAttribute('data-early','')}},true)"

type FormProps = Omit<ComponentProps<'form'>, 'noValidate'> & {
  /**
   * The draft's name: the input is kept when the session ends and restored after the next sign-in. Or a
   * draft of `useKeptDraft`. Undefined keeps nothing.
   */
  draft?: string | KeptDraft
}

/**
 * The element of every form. Keeps input and submits from before hydration. Never shows the browser's
 * bubbles: errors are at their fields, in the page's language.
 */
export function Form({ draft, ...props }: FormProps) {
  const ref = useRef<HTMLFormElement>(null)
  const isSentEarly = useRef(false)
  const openDraft = use(FormDrafts)
  useLayoutEffect(() => {
    if (ref.current && draft !== undefined) return openDraft?.(ref.current, draft)
    return undefined
  }, [openDraft, draft])
  // Before the first re-render, which would empty controlled fields.
  useLayoutEffect(() => {
    for (const field of ref.current?.elements ?? []) takeEarlyInput(field)
  }, [])
  // A layout effect: React handles submits after the commit, and they must not be sent again below.
  useLayoutEffect(() => {
    const { current: form } = ref
    if (form?.dataset.early === 'sent') isSentEarly.current = true
    delete form?.dataset.early
  }, [])
  useEffect(() => {
    const { current: form } = ref
    if (isSentEarly.current) form?.requestSubmit(form.querySelector<HTMLElement>('[data-early]'))
    isSentEarly.current = false
  }, [])
  return <form ref={ref} data-early="" noValidate suppressHydrationWarning {...props} />
}
