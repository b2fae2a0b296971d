import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { Alert } from '#/components/ui/alert.tsx'
import { Button, buttonVariants } from '#/components/ui/button.tsx'
import { providerNames, type ProviderName, type ProviderStates } from '#/core/auth/providers/providers.ts'
import { useTranslate } from '#/core/i18n/react.tsx'
import { postToAuth, type AuthFailure } from './auth-request.ts'
import { searchOf, type Way } from './way-search.ts'

type ProviderButtonsProps = {
  providers: ProviderStates
  way: Way
  /** Called with an error to show. */
  page: '/login' | '/register'
  /** Whether the session outlasts the browser, read when a button is pressed. */
  isRemembered?: () => boolean
}

/** A button for each configured provider; in local mode the others link to setup instructions. */
export function ProviderButtons({ providers, way, page, isRemembered }: ProviderButtonsProps) {
  const t = useTranslate()
  const [leaving, setLeaving] = useState<ProviderName>()
  const [failure, setFailure] = useState<AuthFailure>()
  const shown = providerNames.filter((name) => providers[name] !== 'off')
  if (shown.length === 0) return null

  async function leaveFor(provider: ProviderName) {
    if (leaving) return
    setLeaving(provider)
    const query = new URLSearchParams(
      Object.entries(searchOf(way)).map(([name, value]) => [name, String(value)]),
    ).toString()
    const errorCallbackURL = query === '' ? page : `${page}?${query}`
    const { refused, url } = await postToAuth('/sign-in/social', {
      provider,
      callbackURL: way.redirectTo,
      errorCallbackURL,
      rememberMe: isRemembered?.() ?? true,
      disableRedirect: true,
    })
    if (url !== undefined) return location.assign(url)
    setLeaving(undefined)
    setFailure(refused ?? { code: 'errors:unexpected', params: {} })
  }

  return (
    <div className="grid gap-2">
      {failure ? <Alert variant="destructive">{t(failure.code, failure.params)}</Alert> : null}
      {shown.map((name) =>
        providers[name] === 'setup' ? (
          <Link
            key={name}
            to="/login/provider/$provider"
            params={{ provider: name }}
            className={buttonVariants({ variant: 'outline' })}
          >
            {t(`sign-in:providers.${name}`)}
          </Link>
        ) : (
          <Button
            key={name}
            variant="outline"
            aria-disabled={leaving !== undefined}
            onClick={() => void leaveFor(name)}
          >
            {leaving === name ? t('sign-in:providers.leaving') : t(`sign-in:providers.${name}`)}
          </Button>
        ),
      )}
    </div>
  )
}
