import { strengthOf } from '@plinth/core/page'
import { useEffect, useState } from 'react'
import { useFormTexts } from './form-texts.tsx'

const levels = ['weak', 'weak', 'weak', 'fair', 'strong'] as const
const BARS = 4
const meters = {
  weak: { color: 'bg-destructive-text', bars: 1, text: 'password-strength:weak' },
  fair: { color: 'bg-warning-text', bars: 3, text: 'password-strength:fair' },
  strong: { color: 'bg-success-text', bars: BARS, text: 'password-strength:strong' },
}

/**
 * The strength of a password by zxcvbn, whose dictionaries are loaded when the user types. Advice only: the
 * server decides.
 */
export function PasswordStrength({ password }: { password: string }) {
  const translate = useFormTexts()
  const [score, setScore] = useState<number>()
  useEffect(() => {
    if (password === '') return
    let current = true
    void strengthOf(password).then((found) => {
      if (current) setScore(found)
    })
    return () => {
      current = false
    }
  }, [password])
  // The space is reserved from the first letter, because the dictionaries may load much later.
  const level = levels[score ?? -1]
  return (
    <div
      aria-live="polite"
      className={password === '' ? 'hidden' : 'grid gap-1.5 text-sm text-muted-foreground'}
    >
      <span aria-hidden="true" className="grid grid-cols-4 gap-1">
        {Array.from({ length: BARS }, (_, index) => (
          <span
            key={index}
            className={`h-1 rounded-full transition duration-180 ${level && index < meters[level].bars ? meters[level].color : 'bg-border'}`}
          />
        ))}
      </span>
      <span className="min-h-[1lh]">
        {level ? translate('password-strength:label', { level: translate(meters[level].text) }) : null}
      </span>
    </div>
  )
}
