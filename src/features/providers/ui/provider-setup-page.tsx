import { Link, useRouter } from '@tanstack/react-router'
import { AuthPage, textLink } from '#/components/auth-page.tsx'
import { providerLabels, providerSettings, type ProviderName } from '../providers.ts'
import { useTranslate } from '@plinth/core/texts'

const consoles: Record<ProviderName, string> = {
  google: 'https://console.cloud.google.com/auth/clients',
  github: 'https://github.com/settings/developers',
}

/** Local mode's setup instructions of a sign-in provider. */
export function ProviderSetupPage({ provider }: { provider: ProviderName }) {
  const t = useTranslate()
  const { origin } = useRouter()
  const name = providerLabels[provider]
  const redirectAddress = new URL(`/api/auth/callback/${provider}`, origin).href
  return (
    <AuthPage
      title={t('providers:setup.title', { name })}
      intro={t('providers:setup.intro', { name })}
      footer={
        <Link to="/login" className={textLink}>
          {t('providers:setup.back')}
        </Link>
      }
    >
      <ol className="grid list-decimal gap-4 pl-5 marker:text-muted-foreground">
        <li>
          <div className="grid gap-1">
            <span>{t('providers:setup.client', { name })}</span>
            <a href={consoles[provider]} className={`${textLink} justify-self-start break-all`}>
              {consoles[provider]}
            </a>
          </div>
        </li>
        <li>
          <div className="grid gap-1">
            <span>{t('providers:setup.redirect')}</span>
            <code className="rounded-lg border border-border bg-muted px-3 py-2 font-mono text-xs wrap-anywhere">
              {redirectAddress}
            </code>
          </div>
        </li>
        <li>
          <div className="grid gap-1">
            <span>{t('providers:setup.settings')}</span>
            <pre className="overflow-x-auto rounded-lg border border-border bg-muted px-3 py-2 font-mono text-xs">
              {providerSettings[provider].map((setting) => `${setting}=\n`).join('')}
            </pre>
          </div>
        </li>
        <li>{t('providers:setup.restart')}</li>
      </ol>
    </AuthPage>
  )
}
