import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { Alert } from '#/components/ui/alert.tsx'
import { buttonVariants } from '#/components/ui/button.tsx'
import {
  providerLabels,
  providerNames,
  type ProviderName,
  type ProviderStates,
} from '#/core/auth/providers/providers.ts'
import { useTranslate } from '#/core/i18n/react.tsx'
import { postToAuth, type AuthFailure } from './auth-request.ts'
import { MethodButton, rememberMethod } from './method-button.tsx'
import { ProviderMark } from '#/core/auth/providers/provider-mark.tsx'
import { pathOf, type SignInTarget } from './sign-in-target.ts'

type ProviderButtonsProps = {
  providers: ProviderStates
  target: SignInTarget
  /** Called with an error to show. */
  page: '/login' | '/register'
  /** Whether the session outlasts the browser, read when a button is pressed. */
  isRemembered?: () => boolean
}

const shownOf = (providers: ProviderStates) => providerNames.filter((name) => providers[name] !== 'off')

/** Whether there is any button to show. */
export const hasProviders = (providers: ProviderStates): boolean => shownOf(providers).length > 0

/** A button for each configured provider; in local mode the others link to setup instructions. */
export function ProviderButtons({ providers, target, page, isRemembered }: ProviderButtonsProps) {
  const t = useTranslate()
  const [leaving, setLeaving] = useState<ProviderName>()
  const [failure, setFailure] = useState<AuthFailure>()
  const shown = shownOf(providers)
  if (shown.length === 0) return null

  async function leaveFor(provider: ProviderName) {
    if (leaving) return
    setLeaving(provider)
    const { refused, url } = await postToAuth('/sign-in/social', {
      provider,
      callbackURL: target.redirectTo,
      errorCallbackURL: pathOf(page, target),
      rememberMe: isRemembered?.() ?? true,
      disableRedirect: true,
    })
    if (url !== undefined) {
      rememberMethod(provider)
      return location.assign(url)
    }
    setLeaving(undefined)
    setFailure(refused ?? { code: 'errors:unexpected', params: {} })
  }

  return (
    <>
      {failure ? <Alert variant="destructive">{t(failure.code, failure.params)}</Alert> : null}
      <div className="grid auto-cols-fr grid-flow-col gap-3">
        {shown.map((name) => {
          return providers[name] === 'setup' ? (
            <Link
              key={name}
              to="/login/provider/$provider"
              params={{ provider: name }}
              aria-label={t(`sign-in:providers.${name}`)}
              className={buttonVariants({ variant: 'outline' })}
            >
              <ProviderMark provider={name} />
              {providerLabels[name]}
            </Link>
          ) : (
            <MethodButton
              key={name}
              method={name}
              icon={<ProviderMark provider={name} />}
              isPending={leaving === name}
              isDisabled={leaving !== undefined}
              label={t(leaving === name ? 'sign-in:providers.leaving' : `sign-in:providers.${name}`)}
              onClick={() => void leaveFor(name)}
            >
              {leaving === name ? t('sign-in:providers.leaving') : providerLabels[name]}
            </MethodButton>
          )
        })}
      </div>
    </>
  )
}
