import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { Alert } from '#/components/ui/alert.tsx'
import { Button, buttonVariants } from '#/components/ui/button.tsx'
import { Spinner } from '#/components/ui/spinner.tsx'
import {
  providerLabels,
  providerNames,
  type ProviderName,
  type ProviderStates,
} from '#/core/auth/providers/providers.ts'
import { useTranslate } from '#/core/i18n/react.tsx'
import { postToAuth, type AuthFailure } from './auth-request.ts'
import { cancelProvider, leaveForProvider } from './last-method.ts'
import { LastUsed, useLastMethod } from './last-used.tsx'
import { ProviderMark } from '#/core/auth/providers/provider-mark.tsx'
import { searchOf, type SignInTarget } from './sign-in-target.ts'

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
  const last = useLastMethod()
  const shown = shownOf(providers)
  useEffect(cancelProvider, [])
  if (shown.length === 0) return null

  async function leaveFor(provider: ProviderName) {
    if (leaving) return
    setLeaving(provider)
    const query = new URLSearchParams(
      Object.entries(searchOf(target)).map(([name, value]) => [name, String(value)]),
    ).toString()
    const errorCallbackURL = query === '' ? page : `${page}?${query}`
    const { refused, url } = await postToAuth('/sign-in/social', {
      provider,
      callbackURL: target.redirectTo,
      errorCallbackURL,
      rememberMe: isRemembered?.() ?? true,
      disableRedirect: true,
    })
    if (url !== undefined) {
      leaveForProvider(provider)
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
          const hint = last === name ? t('sign-in:lastUsed') : undefined
          const content = (
            <>
              {leaving === name ? <Spinner /> : <ProviderMark provider={name} />}
              {leaving === name ? t('sign-in:providers.leaving') : providerLabels[name]}
              {hint ? <LastUsed /> : null}
            </>
          )
          return providers[name] === 'setup' ? (
            <Link
              key={name}
              to="/login/provider/$provider"
              params={{ provider: name }}
              aria-label={t(`sign-in:providers.${name}`)}
              className={buttonVariants({ variant: 'outline', className: 'relative' })}
            >
              {content}
            </Link>
          ) : (
            <Button
              key={name}
              variant="outline"
              aria-label={t(leaving === name ? 'sign-in:providers.leaving' : `sign-in:providers.${name}`)}
              aria-description={hint}
              aria-disabled={leaving !== undefined}
              className="relative"
              onClick={() => void leaveFor(name)}
            >
              {content}
            </Button>
          )
        })}
      </div>
    </>
  )
}
