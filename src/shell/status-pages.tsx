import { Link, useCanGoBack, useMatches, useRouter, type ErrorComponentProps } from '@tanstack/react-router'
import { use, useEffect, useEffectEvent, useState, useTransition } from 'react'
import { type TranslationKey, useTranslate } from '@plinth/core/texts'
import { failureOf } from '@plinth/core/page'
import { ErrorDetail } from '#/components/part/error-detail.tsx'
import { LineIcon } from '#/components/line-icon.tsx'
import { Mark, SlippedMark } from '#/components/mark.tsx'
import { Button, buttonVariants } from '#/components/ui/button.tsx'
import { Spinner } from '#/components/ui/spinner.tsx'
import { InsideLayout } from './inside-layout.ts'
import { Missing } from './missing.tsx'
import { PagePartsContext } from './page-shape.ts'
import { PublicHeader } from './public-layout.tsx'

/** How the HTML of a page that failed begins its place: the server waits for what a page loads. */
export const FAILED_PAGE = 'data-pending-page=""'

/** Shown while a route is pending: the page's skeleton, or the mark without one, as on the server. */
export function PendingPage() {
  const t = useTranslate()
  const parts = use(PagePartsContext)
  // That of the page, also while a level above it is pending.
  const shape = useMatches({ select: (matches) => matches.at(-1)?.staticData.shape })
  if (parts && shape) return <parts.PageSkeleton shape={shape} />
  return (
    <div
      role="status"
      data-pending-page=""
      className="grid min-h-[50dvh] content-center justify-items-center gap-3.5 text-muted-foreground"
    >
      <Mark className="size-9 animate-pulse text-foreground" />
      {t('app:pending.loading')}
    </div>
  )
}

/** The 404 page of an unknown path; inside a layout, only its content. */
export function NotFoundPage() {
  if (use(InsideLayout))
    return (
      <div className="m-auto">
        <NotFoundHere />
      </div>
    )
  return (
    <div className="flex min-h-dvh flex-col">
      <PublicHeader className="sm:px-8" />
      <main className="m-auto px-6 py-10">
        <NotFoundHere />
      </main>
    </div>
  )
}

function NotFoundHere() {
  const t = useTranslate()
  const { history } = useRouter()
  const canGoBack = useCanGoBack()
  return (
    <Missing title={t('app:notFound.title')} text={t('app:notFound.text')}>
      <div className="flex flex-wrap justify-center gap-2">
        <Link to="/" className={buttonVariants()}>
          {t('app:notFound.home')}
        </Link>
        {canGoBack ? (
          <Button variant="outline" onClick={() => history.back()}>
            {t('app:notFound.back')}
          </Button>
        ) : null}
      </div>
    </Missing>
  )
}

/** The default error page: what happened, a retry, and the request id. Retries by itself when back online. */
export function ErrorPage({ error, reset }: ErrorComponentProps) {
  const t = useTranslate()
  const router = useRouter()
  const [shown, setShown] = useState(import.meta.env.DEV)
  const [retrying, startRetry] = useTransition()
  const failure = failureOf(error)
  const retry = () =>
    startRetry(async () => {
      await router.invalidate()
      reset()
    })
  const isOffline = failure.offline
  const isUnknown = failure.code === 'errors:unexpected'
  const retryOnline = useEffectEvent(retry)
  useEffect(() => {
    if (!isOffline) return
    addEventListener('online', retryOnline)
    return () => removeEventListener('online', retryOnline)
  }, [isOffline])
  const parts = use(PagePartsContext)
  return (
    <>
      {parts ? <parts.FailedPageHead /> : null}
      <div className="mx-auto w-full max-w-[29.5rem] px-4 py-10 in-[main]:px-0 sm:py-[min(12vh,8rem)]">
        <div role="alert" className="overflow-hidden rounded-xl border border-border bg-card">
          <div className="grid justify-items-center p-6 text-center">
            <SlippedMark className="mb-2 size-20" />
            <h1 className="text-2xl leading-8 font-semibold tracking-[-0.02em]">{t('app:error.title')}</h1>
            <p className="mt-1.5 max-w-[48ch] text-balance text-muted-foreground">
              {t(failure.code as TranslationKey, failure.params)}
            </p>
            <div className="mt-6 flex flex-wrap justify-center gap-2">
              <Button onClick={retry} aria-disabled={retrying}>
                {retrying ? <Spinner /> : null}
                {retrying ? t('app:error.retrying') : t('app:error.retry')}
              </Button>
              {/* Not a link of the router, which may be what failed. */}
              <a href="/" className={buttonVariants({ variant: 'outline' })}>
                {t('app:notFound.home')}
              </a>
            </div>
          </div>
          <div className="border-t border-border bg-muted/60 px-3 py-1.5">
            <Button variant="ghost" size="sm" aria-expanded={shown} onClick={() => setShown(!shown)}>
              {shown ? t('app:error.hide') : t('app:error.show')}
              <LineIcon className={shown ? 'size-4 rotate-180' : 'size-4'}>
                <path d="m6 9 6 6 6-6" />
              </LineIcon>
            </Button>
          </div>
          {shown ? (
            <pre
              className={`overflow-x-auto bg-muted/60 px-6 pb-4 leading-5 wrap-anywhere whitespace-pre-wrap ${failure.requestId ? 'font-mono text-xs' : 'font-sans text-sm text-muted-foreground'}`}
            >
              {[
                isUnknown ? undefined : t('app:error.code', { code: failure.code }),
                failure.requestId && t('app:error.requestId', { id: failure.requestId }),
                (isUnknown || failure.offline) && !failure.requestId && t('app:error.noRequestId'),
              ]
                .filter(Boolean)
                .join('\n')}
              {import.meta.env.DEV ? '\n' : null}
              {import.meta.env.DEV ? <ErrorDetail failure={failure} /> : null}
            </pre>
          ) : null}
        </div>
      </div>
    </>
  )
}
