import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { Alert } from '#/components/ui/alert.tsx'
import { buttonVariants } from '#/components/ui/button.tsx'
import { type AuthRefusal, requestAuth } from '@plinth/core/auth'
import type { SignInMethodProps } from '@plinth/core/feature'
import { type TranslationKey, useTranslate } from '@plinth/core/texts'
import { providerLabels, shownProviders, type ProviderName } from '../providers.ts'
import { ProviderMark } from '../ui/provider-mark.tsx'

/** A button for each configured provider; in local mode the others link to setup instructions. */
export function ProviderButtons({
  pageSettings: { providers },
  redirectTo,
  page,
  isRemembered,
  leaveToSignIn,
  MethodButton,
}: SignInMethodProps) {
  const t = useTranslate()
  const [leaving, setLeaving] = useState<ProviderName>()
  const [failure, setFailure] = useState<AuthRefusal>()

  async function leaveFor(provider: ProviderName) {
    if (leaving) return
    setLeaving(provider)
    const { refused, answer } = await requestAuth<{ url: string }>('/sign-in/social', {
      body: {
        provider,
        callbackURL: redirectTo,
        errorCallbackURL: page,
        rememberMe: isRemembered(),
        disableRedirect: true,
      },
    })
    if (answer) {
      leaveToSignIn(provider)
      return location.assign(answer.url)
    }
    setLeaving(undefined)
    setFailure(refused)
  }

  return (
    <>
      {failure ? (
        <Alert variant="destructive">{t(failure.code as TranslationKey, failure.params)}</Alert>
      ) : null}
      <div className="grid auto-cols-fr grid-flow-col gap-3">
        {shownProviders(providers).map((name) =>
          providers[name] === 'setup' ? (
            <Link
              key={name}
              to="/login/provider/$provider"
              params={{ provider: name }}
              aria-label={t(`provider-sign-in:${name}`)}
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
              label={t(leaving === name ? 'provider-sign-in:leaving' : `provider-sign-in:${name}`)}
              onClick={() => void leaveFor(name)}
            >
              {leaving === name ? t('provider-sign-in:leaving') : providerLabels[name]}
            </MethodButton>
          ),
        )}
      </div>
    </>
  )
}
