import { createContext, use, useEffect, useLayoutEffect, useRef, type ComponentProps } from 'react'
import { isTextField, isTyped, typeInto } from './type-into.ts'

/**
 * Keeps what is typed in a form under a name; answers how to stop. Provided where there is a user to keep it
 * for.
 */
export type OpenDraft = (form: HTMLFormElement, name: string) => () => void
export const FormDrafts = createContext<OpenDraft | undefined>(undefined)

/**
 * For the head of the document, before any other script: a form that is sent before React has taken over
 * waits for it, and says meanwhile that it is pending (see SubmitButton).
 */
export const earlySubmitScript =
  "addEventListener('submit',e=>{let d=e.target.dataset;if(d.early!=null){e.preventDefault();d.early='sent';e.submitter?.setAttribute('data-early','')}},true)"

type FormProps = ComponentProps<'form'> & {
  /**
   * Names what is written here: it is kept when the session ends, and is here again after signing in. Without
   * it nothing is.
   */
  draft?: string
}

/**
 * The form element of every form: what is typed and sent before the page's script is there counts like what
 * comes later.
 */
export function Form({ draft, ...props }: FormProps) {
  const ref = useRef<HTMLFormElement>(null)
  const isSentEarly = useRef(false)
  const openDraft = use(FormDrafts)
  useLayoutEffect(() => {
    if (ref.current && draft !== undefined) return openDraft?.(ref.current, draft)
    return undefined
  }, [openDraft, draft])
  // Before anything is drawn anew: a controlled field would be emptied then.
  useLayoutEffect(() => {
    for (const field of ref.current?.elements ?? [])
      if (isTextField(field) && isTyped(field)) typeInto(field, field.value)
  }, [])
  // In the commit itself: from then on React answers a submit, and what it has answered must not be sent
  // again below.
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
  return <form ref={ref} data-early="" suppressHydrationWarning {...props} />
}
