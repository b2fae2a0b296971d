import { useFormTexts } from './form/form-texts.tsx'
import { showToast } from './toast.ts'

type Outcome = {
  refused?: { code: string; params: Record<string, string | number | undefined> } | undefined
}

/** Shows how a change ended: that it is done, or why it was refused. Returns whether it is done. */
export function useOutcomeToast() {
  const translate = useFormTexts()
  return ({ refused }: Outcome, done: string): boolean => {
    void showToast(refused ? 'error' : 'success', refused ? translate(refused.code, refused.params) : done)
    return !refused
  }
}
