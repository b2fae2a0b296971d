import { Link, useRouter, type ErrorComponentProps } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useState, useTransition } from 'react'
import { useTranslate } from '#/core/i18n/react.tsx'
import type { TranslationKey } from '#/core/i18n/keys.ts'
import { failureOf } from '#/core/trpc/failure.ts'
import { Mark } from '#/components/mark.tsx'
import { Button, buttonVariants } from '#/components/ui/button.tsx'
import { Spinner } from '#/components/ui/spinner.tsx'

/** Shown while a route is pending. */
export function PendingPage() {
  const t = useTranslate()
  return (
    <div role="status" className="grid min-h-[50dvh] place-items-center text-muted-foreground">
      <span className="flex items-center gap-2">
        <Spinner />
        {t('app:pending.loading')}
      </span>
    </div>
  )
}

/** The 404 page of an unknown path. */
export function NotFoundPage() {
  return (
    <main className="slab-pattern grid min-h-dvh place-items-center bg-background px-6 py-16">
      <NotFoundHere />
    </main>
  )
}

/** The 404 message inside a layout. */
export function NotFoundHere() {
  const t = useTranslate()
  return (
    <div className="mx-auto grid max-w-md justify-items-center gap-4 rounded-xl border border-border bg-card px-8 py-12 text-center shadow-float">
      <Mark className="size-12" />
      <p className="font-mono text-sm text-muted-foreground">404</p>
      <h1 className="text-2xl font-semibold">{t('app:notFound.title')}</h1>
      <p className="text-balance text-muted-foreground">{t('app:notFound.text')}</p>
      <Link to="/" className={buttonVariants({ variant: 'outline' })}>
        {t('app:notFound.home')}
      </Link>
    </div>
  )
}

/** The default error page: what happened, a retry, and the request id. Retries by itself when back online. */
export function ErrorPage({ error, reset }: ErrorComponentProps) {
  const t = useTranslate()
  const router = useRouter()
  const [shown, setShown] = useState(false)
  const [retrying, startRetry] = useTransition()
  const failure = failureOf(error)
  const retry = () =>
    startRetry(async () => {
      await router.invalidate()
      reset()
    })
  const isOffline = failure.code === 'errors:offline'
  const retryOnline = useEffectEvent(retry)
  useEffect(() => {
    if (!isOffline) return
    addEventListener('online', retryOnline)
    return () => removeEventListener('online', retryOnline)
  }, [isOffline])
  return (
    <div className="mx-auto w-full max-w-xl px-4 py-10 sm:px-6 sm:py-16">
      <div role="alert" className="overflow-hidden rounded-xl border border-destructive-border bg-card">
        <div className="flex gap-4 p-6">
          <span aria-hidden="true" className="mt-2.5 size-2.5 shrink-0 rounded-full bg-destructive-text" />
          <div className="grid gap-4">
            <div className="grid gap-1">
              <h1 className="text-xl font-semibold">{t('app:error.title')}</h1>
              <p className="text-muted-foreground">{t(failure.code as TranslationKey, failure.params)}</p>
            </div>
            <div className="flex flex-wrap gap-2">
              <Button onClick={retry} aria-disabled={retrying}>
                {retrying ? t('app:error.retrying') : t('app:error.retry')}
              </Button>
              <Button variant="outline" aria-expanded={shown} onClick={() => setShown(!shown)}>
                {shown ? t('app:error.hide') : t('app:error.show')}
              </Button>
            </div>
          </div>
        </div>
        {shown ? (
          <pre className="overflow-x-auto border-t border-destructive-border bg-destructive-muted px-6 py-4 font-mono text-sm whitespace-pre-wrap text-destructive-text">
            {[
              t('app:error.code', { code: failure.code }),
              failure.requestId && t('app:error.requestId', { id: failure.requestId }),
              import.meta.env.DEV && String(error),
            ]
              .filter(Boolean)
              .join('\n')}
          </pre>
        ) : null}
      </div>
    </div>
  )
}
