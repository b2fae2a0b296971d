import { useEffect, useState } from 'react'
import { useTranslate } from '#/core/i18n/react.tsx'

const levels = ['weak', 'weak', 'weak', 'fair', 'strong'] as const
const colours = {
  weak: 'bg-destructive-text w-1/3',
  fair: 'bg-warning-text w-2/3',
  strong: 'bg-success-text w-full',
}

/**
 * The strength of a password by zxcvbn, whose dictionaries are loaded when the user types. Advice only: the
 * server decides.
 */
export function PasswordStrength({ password }: { password: string }) {
  const t = useTranslate()
  const [score, setScore] = useState<number>()
  useEffect(() => {
    if (password === '') return
    let current = true
    void import('./estimate-strength.ts').then(async ({ estimateStrength }) => {
      const found = estimateStrength(password)
      if (current) setScore(found)
    })
    return () => {
      current = false
    }
  }, [password])
  const level = password === '' ? undefined : levels[score ?? -1]
  return (
    <div
      aria-live="polite"
      className={level ? 'flex items-center gap-3 text-sm text-muted-foreground' : 'hidden'}
    >
      <span aria-hidden="true" className="h-1 flex-1 overflow-hidden rounded-full bg-border">
        <span
          className={`block h-full rounded-full transition-[width] duration-200 ${level ? colours[level] : ''}`}
        />
      </span>
      {level ? t('sign-in:signUp.strength', { level: t(`sign-in:signUp.${level}`) }) : null}
    </div>
  )
}
