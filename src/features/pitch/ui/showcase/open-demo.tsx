import { buttonVariants } from '#/components/ui/button.tsx'
import { useTranslate } from '@plinth/core/texts'
import { isLocalMode } from '../../local-mode.functions.ts'

/** In local mode: signs in to the demo with one click. */
export function OpenDemo() {
  const t = useTranslate()
  if (!isLocalMode()) return null
  return (
    // oxlint-disable-next-line react/forbid-elements -- never hydrated: the browser sends it
    <form
      data-unhydrated
      method="post"
      action="/dev/demo"
      className="mt-5 flex flex-wrap items-center gap-x-4 gap-y-2 sm:mt-7"
    >
      <button
        type="submit"
        className={buttonVariants({ variant: 'outline', size: 'lg', className: 'max-sm:w-full' })}
      >
        {t('showcase:demo.open')}
      </button>
      <p className="text-sm text-muted-foreground">{t('showcase:demo.text')}</p>
    </form>
  )
}
