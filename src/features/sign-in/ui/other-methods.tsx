import { useEffect } from 'react'
import { FieldSeparator } from '#/components/ui/field.tsx'
import type { FeatureSignIn, PageSettings } from '@plinth/core/feature'
import { useTranslate } from '@plinth/core/texts'
import { cancelLeaving, leaveToSignIn, rememberMethod } from './last-method.ts'
import { MethodButton } from './method-button.tsx'
import { pathOf, type SignInTarget } from './sign-in-target.ts'

export type OtherMethodsProps = {
  methods: readonly FeatureSignIn[]
  pageSettings: PageSettings
  /** The error code of a failed attempt that led back here. */
  error: string | undefined
}
type Props = OtherMethodsProps & {
  page: '/login' | '/register'
  target: SignInTarget
  isRemembered?: () => boolean
}

/** The ways to sign in that features bring, and a line between them and the form. Nothing without any. */
export function OtherMethods({ methods, pageSettings, error, page, target, isRemembered }: Props) {
  const t = useTranslate()
  useEffect(cancelLeaving, [])
  const shown = methods.filter(
    ({ signsUp, isShown }) => (signsUp || page === '/login') && (isShown?.(pageSettings) ?? true),
  )
  return (
    <>
      {error === undefined
        ? null
        : methods.map(({ order, failure }) =>
            failure ? <failure.Notice key={order} error={error} /> : null,
          )}
      {shown.length === 0 ? null : (
        <>
          <div className="grid gap-3 noscript:hidden">
            {shown.map(({ order, Buttons }) => (
              <Buttons
                key={order}
                pageSettings={pageSettings}
                redirectTo={target.redirectTo}
                page={pathOf(page, target)}
                isRemembered={isRemembered ?? always}
                remember={rememberMethod}
                leaveToSignIn={leaveToSignIn}
                MethodButton={MethodButton}
              />
            ))}
          </div>
          <FieldSeparator>{t('sign-in:or')}</FieldSeparator>
        </>
      )}
    </>
  )
}

const always = () => true
